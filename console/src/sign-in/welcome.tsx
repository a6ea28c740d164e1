import { useEffect, useState } from 'react'
import { openClient } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { Field, Form } from './form.tsx'
import { signInWords } from './words.ts'

/** A link that an administrator has passed on: what it is for, and its secret. */
export interface WelcomeLink {
  readonly kind: string
  readonly secret: string
}

export function readLink(hash: string): WelcomeLink | null {
  const [kind = '', secret = ''] = hash.replace(/^#/, '').split('=')
  return secret === '' ? null : { kind, secret }
}

export function Welcome({
  link,
  onDone,
}: {
  readonly link: WelcomeLink | null
  readonly onDone: () => void
}) {
  const words = useWords(signInWords)
  if (link === null) return <Broken />
  const { kind, secret } = link
  if (kind === 'sign_in') return <ByLink secret={secret} onDone={onDone} />
  const isReset = kind === 'reset'
  return (
    <Form
      title={isReset ? words.newPasswordTitle : words.welcome}
      hint={isReset ? words.passwordHint : `${words.choosePassword}${words.passwordHint}`}
      button={isReset ? words.savePassword : words.join}
      onSend={async ({ password = '' }) => {
        await openClient.call(isReset ? 'resetPassword' : 'acceptInvitation', {
          body: { secret, password },
        })
        onDone()
      }}
    >
      <Field label={words.password} name="password" type="password" autoComplete="new-password" />
    </Form>
  )
}

/** The link itself signs in: nothing is asked. */
function ByLink({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const words = useWords(signInWords)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    openClient.call('signInByLink', { body: { secret } }).then(onDone, () => setBroken(true))
  }, [secret])
  return isBroken ? <Broken /> : <p className="quiet">{words.signingIn}</p>
}

function Broken() {
  const words = useWords(signInWords)
  return (
    <>
      <h1>{words.brokenTitle}</h1>
      <p className="quiet">
        {words.brokenHint}
        <a href="/console/sign-in">{words.brokenSignIn}</a>.
      </p>
    </>
  )
}
