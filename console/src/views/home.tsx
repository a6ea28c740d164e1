import { useEffect, useState } from 'preact/hooks'
import { type Me, type Session, ask } from '../api.ts'
import { Field, Form } from './form.tsx'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const methods: Readonly<Record<string, string>> = {
  password: 'Password',
  password_and_code: 'Password and code',
  passkey: 'Passkey',
  single_sign_on: 'Company sign-in',
  link: 'Link',
}

/** Who is signed in, for which accounts, and where else. */
export function Home({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const [me, setMe] = useState<Me | null>(null)
  const [sessions, setSessions] = useState<readonly Session[]>([])
  const load = async () => {
    setMe(await ask<Me>('GET', '/me'))
    setSessions(await ask<Session[]>('GET', '/sessions'))
  }
  useEffect(() => void load().catch(onSignedOut), [])
  if (me === null || me.person === null) return null

  const signOut = async () => {
    await ask('POST', '/sign_out')
    onSignedOut()
  }
  const end = async (id: string) => {
    await ask('POST', `/sessions/${id}/end`)
    await load()
  }
  return (
    <>
      <h1>{me.person.name}</h1>
      <p class="hint">{me.person.email}</p>
      {me.session?.method === 'link' && <NewPassword onSaved={load} />}
      <h2>Your accounts</h2>
      <ul class="rows">
        {me.accounts.map(({ id, name, roles }) => (
          <li key={id}>
            <span>{name}</span>
            <span class="hint">{roles.map((role) => role.replaceAll('_', ' ')).join(', ')}</span>
          </li>
        ))}
      </ul>
      <h2>Where you are signed in</h2>
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              {session.address}
              <span class="hint">
                {' '}
                {methods[session.method]}, since {moment.format(new Date(session.created_at))}
              </span>
            </span>
            {session.is_current ? (
              <span class="hint">This browser</span>
            ) : (
              <button type="button" class="small" onClick={() => void end(session.id)}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
      <p class="hint">
        The <a href="/reference">API reference</a> lists everything that you can do here.
      </p>
    </>
  )
}

/** Who signed in by a link has no password yet, or has forgotten it. */
function NewPassword({ onSaved }: { readonly onSaved: () => Promise<void> }) {
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <p class="hint">Your password is saved. Use it the next time.</p>
  return (
    <Form
      title="Set a password"
      level="h2"
      hint="You signed in by a link, which works once. Use 12 characters or more; several words are a good password."
      button="Save the password"
      onSend={async ({ password }) => {
        await ask('POST', '/me/password', { password })
        setSaved(true)
        await onSaved()
      }}
    >
      <Field label="New password" name="password" type="password" autocomplete="new-password" />
    </Form>
  )
}
