import type { Answer } from '@bindery/sdk'
import { useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { Failed, Loaded } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import { settingsWords } from './words.ts'

/** What a person may do, and where they are signed in. */
export function PersonPeek({ id }: { readonly id: string }) {
  const user = useCall('showUser', { params: { userId: id } })
  return <Loaded query={user}>{(shown) => <Person person={shown} />}</Loaded>
}

function Person({ person }: { readonly person: Answer<'showUser'> }) {
  const words = useWords(settingsWords)
  const { time } = useMoments()
  const [roles, setRoles] = useState<readonly string[]>(person.roles)
  const save = useAct('changeUserRoles', () => showToast(words.savedRoles))
  const deactivate = useAct('deactivateUser', () => showToast(words.deactivated))
  const reactivate = useAct('reactivateUser', () => showToast(words.reactivated))
  const end = useAct('endUserSessions', () => showToast(words.ended))
  const error = save.error ?? deactivate.error ?? reactivate.error ?? end.error
  const params = { userId: person.id }
  const { allowed } = person
  return (
    <>
      <Facts
        of={[
          [words.email, person.email],
          [words.status, words.personStates[person.status]],
          [words.seen, person.last_seen_at === null ? words.never : time(person.last_seen_at)],
        ]}
      />
      <div className="review">
        <RoleBoxes chosen={roles} change={setRoles} />
        <div className="act-row">
          <ActButton
            label={words.saveRoles}
            allowed={allowed.change_roles}
            onClick={() => save.mutate({ params, body: { roles: [...roles] } })}
          />
          {person.status === 'deactivated' ? (
            <ActButton
              label={words.reactivate}
              allowed={allowed.reactivate}
              onClick={() => reactivate.mutate({ params })}
            />
          ) : (
            <ActButton
              label={words.deactivate}
              allowed={allowed.deactivate}
              onClick={() => deactivate.mutate({ params })}
            />
          )}
          {person.sessions.length > 0 && (
            <ActButton
              label={words.endSessions}
              allowed={allowed.end_sessions}
              onClick={() => end.mutate({ params })}
            />
          )}
        </div>
        {error !== null && <Failed error={error} />}
      </div>
    </>
  )
}
