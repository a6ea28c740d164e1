import { Button } from '@mantine/core'
import { useState } from 'react'
import { client, openClient } from '../../api/client.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Failed, Loaded } from '../../frame/states.tsx'
import { useMe } from '../../session/me.ts'
import { Field, Form } from '../../sign-in/form.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { meWords } from './words.ts'

/** Who is signed in, for which accounts, and where else. */
function YourSignIn() {
  const words = useWords(meWords)
  const { person, session, accounts } = useMe()
  const signOut = async () => {
    await openClient.call('signOut')
    location.assign('/console/sign-in')
  }
  return (
    <Page title={words.title}>
      <h2>{person.name}</h2>
      <p className="quiet">{person.email}</p>
      {session.method === 'link' && <NewPassword />}
      <h2>{words.accounts}</h2>
      <ul className="rows">
        {accounts.map(({ id, name, roles }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="quiet">
              {roles.map((role) => role.replaceAll('_', ' ')).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <h2>{words.sessions}</h2>
      <Sessions />
      <Button variant="default" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
      <p>
        <a href="/reference">{words.reference}</a>
      </p>
    </Page>
  )
}

function Sessions() {
  const words = useWords(meWords)
  const { moment } = useMoments()
  const sessions = useCall('listSessions')
  const end = useAct('endSession')
  return (
    <Loaded query={sessions}>
      {(rows) => (
        <>
          <ul className="rows">
            {rows.map((session) => (
              <li key={session.id}>
                <span>
                  {session.address}{' '}
                  <span className="quiet">
                    {words.methods[session.method]}, {words.since} {moment(session.created_at)}
                  </span>
                </span>
                {session.is_current ? (
                  <span className="quiet">{words.thisBrowser}</span>
                ) : (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => end.mutate({ params: { sessionId: session.id } })}
                  >
                    {words.end}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {end.error !== null && <Failed error={end.error} />}
        </>
      )}
    </Loaded>
  )
}

/** Who signed in by a link has no password yet, or has forgotten it. */
function NewPassword() {
  const words = useWords(meWords)
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <p className="quiet">{words.passwordSaved}</p>
  return (
    <Form
      title={words.setPassword}
      level="h2"
      hint={words.setPasswordHint}
      button={words.savePassword}
      onSend={async ({ password = '' }) => {
        await client.call('changePassword', { body: { password } })
        setSaved(true)
      }}
    >
      <Field
        label={words.newPassword}
        name="password"
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}

export { YourSignIn as page }
