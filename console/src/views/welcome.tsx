import { useEffect, useState } from 'preact/hooks'
import { ask } from '../api.ts'
import { Field, Form } from './form.tsx'

/** A link that an administrator has passed on: what it is for, and its secret. */
export interface WelcomeLink {
  readonly kind: string
  readonly secret: string
}

export function readLink(hash: string): WelcomeLink | null {
  const [kind = '', secret = ''] = hash.replace(/^#/, '').split('=')
  return secret === '' ? null : { kind, secret }
}

const passwordHint = 'Use 12 characters or more. Several words are a good password.'

export function Welcome({
  link,
  onDone,
}: {
  readonly link: WelcomeLink | null
  readonly onDone: () => void
}) {
  if (link === null) return <Broken />
  const { kind, secret } = link
  if (kind === 'sign_in') return <ByLink secret={secret} onDone={onDone} />
  const isReset = kind === 'reset'
  return (
    <Form
      title={isReset ? 'Choose a new password' : 'Welcome to Bindery'}
      hint={isReset ? passwordHint : `Choose a password to join. ${passwordHint}`}
      button={isReset ? 'Save the password' : 'Join'}
      onSend={async ({ password }) => {
        await ask('POST', isReset ? '/links/reset' : '/links/accept', { secret, password })
        onDone()
      }}
    >
      <Field label="Password" name="password" type="password" autocomplete="new-password" />
    </Form>
  )
}

/** The link itself signs in: nothing is asked. */
function ByLink({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    ask('POST', '/links/sign_in', { secret }).then(onDone, () => setBroken(true))
  }, [secret])
  return isBroken ? <Broken /> : <p class="hint">Signing in …</p>
}

function Broken() {
  return (
    <>
      <h1>This link does not work any more</h1>
      <p class="hint">
        A link works once, and for a limited time. Ask your administrator for a new one, or{' '}
        <a href="/console/sign-in">sign in</a>.
      </p>
    </>
  )
}
