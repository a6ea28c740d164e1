import { useEffect, useState } from 'preact/hooks'
import { type Me, type Session, ask } from '../api.ts'

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
                {methods[session.method]}, since {new Date(session.created_at).toLocaleString()}
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
