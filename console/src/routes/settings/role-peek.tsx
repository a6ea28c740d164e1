import type { RowOf } from '@bindery/sdk'
import { useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { Failed, Loaded } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { groupOf, permissionGroups } from './permission-groups.ts'
import { permissionWords, useSayPermission } from './permission-words.ts'
import { RoleForm } from './role-form.tsx'
import { roleWords } from './role-words.ts'
import { useSayLimits } from './use-say-limits.ts'
import { useRoleName } from './use-role-name.ts'

type Role = RowOf<'listRoles'>

/** What a role allows, and how it is changed or deleted. */
export function RolePeek({ role }: { readonly role: Role }) {
  const words = useWords(roleWords)
  const permissions = useCall('listPermissions')
  const nameOf = useRoleName()
  const [isEdited, setEdited] = useState(false)
  const remove = useAct('deleteRole', () => showToast(words.removed))
  const saying = (allowed: NonNullable<Role['allowed']>['change'] | undefined) =>
    allowed && { ...allowed, reason: words.codes[allowed.code ?? ''] ?? allowed.reason }
  return (
    <>
      <Facts
        of={[
          [words.description, nameOf(role).does],
          [words.key, role.key],
        ]}
      />
      <div className="act-row">
        <ActButton
          label={words.edit}
          allowed={saying(role.allowed?.change)}
          onClick={() => setEdited(true)}
        />
        {!role.is_built_in && (
          <ActButton
            label={words.remove}
            allowed={saying(role.allowed?.delete)}
            onClick={() => remove.mutate({ params: { role: role.key } })}
          />
        )}
      </div>
      {remove.error !== null && <Failed error={remove.error} />}
      <Loaded query={permissions} lines={8}>
        {(all) => <Granted role={role} permissions={all} />}
      </Loaded>
      {isEdited && <RoleForm role={role} onClose={() => setEdited(false)} />}
    </>
  )
}

function Granted({
  role: { grants },
  permissions,
}: {
  readonly role: Role
  readonly permissions: readonly RowOf<'listPermissions'>[]
}) {
  const { groups } = useWords(permissionWords)
  const say = useSayPermission()
  const sayLimits = useSayLimits()
  return permissionGroups.map((group) => {
    const granted = permissions.filter(
      ({ permission }) =>
        groupOf(permission) === group && grants.some((one) => one.permission === permission),
    )
    if (granted.length === 0) return null
    return (
      <section key={group} className="granted">
        <h3>{groups[group]}</h3>
        <ul>
          {granted.map((one) => (
            <li key={one.permission}>
              {say(one)}
              <span className="quiet">{sayLimits(grants, one.permission)}</span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
