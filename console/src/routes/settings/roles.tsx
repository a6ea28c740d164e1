import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../frame/page.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useMay } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { RoleForm } from './role-form.tsx'
import { RolePeek } from './role-peek.tsx'
import { roleWords } from './role-words.ts'
import { settingsTitles } from './titles.ts'
import { useRoleName } from './use-role-name.ts'

type Role = RowOf<'listRoles'>

/** What people and keys may do: the roles that come along, and those of the account. */
function Roles() {
  const words = useWords(roleWords)
  const { roles: title } = useWords(settingsTitles)
  const mayCreate = useMay('roles.manage')
  const [isOpen, setOpen] = useState(false)
  const nameOf = useRoleName()
  const { text, count } = useColumnKinds<Role>()
  return (
    <Page
      title={title}
      isWide
      acts={
        mayCreate && (
          <Button size="xs" onClick={() => setOpen(true)}>
            {words.create}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="listRoles"
        isWhole
        keyOf={(role) => role.key}
        peek={(role) => ({
          title: nameOf(role).name,
          content: <RolePeek key={role.key} role={role} />,
        })}
        columns={[
          text('name', words.name, (role) => nameOf(role).name, { width: 180 }),
          text('kind', words.kind, (role) => (role.is_built_in ? words.builtIn : words.own), {
            width: 100,
          }),
          text('description', words.description, (role) => nameOf(role).does, {
            grows: true,
            width: 260,
          }),
          count('permissions', words.permissions, ({ grants }) => permissionsIn(grants)),
          text('key', words.key, (role) => role.key, { isExtra: true }),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isOpen && <RoleForm role={null} onClose={() => setOpen(false)} />}
    </Page>
  )
}

/** A permission can be granted more than once, with other limits. */
function permissionsIn(grants: Role['grants']): number {
  return new Set(grants.map(({ permission }) => permission)).size
}

export { Roles as page }
