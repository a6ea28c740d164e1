import type { RowOf } from '@bindery/sdk'
import { Checkbox } from '@mantine/core'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { type PermissionGroup, groupOf, permissionGroups } from './permission-groups.ts'
import { type Limits, type Permission, covers, limitedGrant, noLimits } from './role-limits.ts'
import { permissionWords, useSayPermission } from './permission-words.ts'
import { roleWords } from './role-words.ts'
import { useSayLimits } from './use-say-limits.ts'

type Grants = RowOf<'listRoles'>['grants']

interface Chosen {
  readonly grants: Grants
  /** Null where each grant has its own. */
  readonly limits: Limits | null
  readonly change: (grants: Grants) => void
}

/** All permissions, group by group; a new grant has the limits of the role. */
export function PermissionBoxes(chosen: Chosen) {
  const permissions = useCall('listPermissions')
  return (
    <Loaded query={permissions} lines={12}>
      {(all) =>
        permissionGroups.map((group) => {
          const own = all.filter(({ permission }) => groupOf(permission) === group)
          if (own.length === 0) return null
          return <Group key={group} group={group} permissions={own} {...chosen} />
        })
      }
    </Loaded>
  )
}

function Group({
  group,
  permissions,
  grants,
  limits,
  change,
}: Chosen & { readonly group: PermissionGroup; readonly permissions: readonly Permission[] }) {
  const words = useWords(roleWords)
  const { groups } = useWords(permissionWords)
  const say = useSayPermission()
  const sayLimits = useSayLimits()
  const grantOf = (one: Permission) => limitedGrant(one, limits ?? noLimits)
  const refusalOf = useRefusal(grantOf)
  const has = ({ permission }: Permission) => grants.some((one) => one.permission === permission)
  const set = (of: readonly Permission[], isGranted: boolean) => {
    const named = new Set(of.map(({ permission }) => permission))
    const others = grants.filter(({ permission }) => !named.has(permission))
    const added = of.flatMap((one) => {
      const known = grants.filter(({ permission }) => permission === one.permission)
      return known.length === 0 ? [grantOf(one)] : known
    })
    change(isGranted ? [...others, ...added] : others)
  }
  const possible = permissions.filter((one) => refusalOf(one) === null)
  const count = permissions.filter(has).length
  const isWhole = possible.length > 0 && possible.every(has)
  return (
    <fieldset className="role-boxes">
      <legend>
        {groups[group]} <span className="quiet">{words.chosen(count, permissions.length)}</span>
      </legend>
      {possible.length > 1 && (
        <Checkbox
          label={words.all}
          aria-label={words.allOf(groups[group])}
          checked={isWhole}
          indeterminate={!isWhole && possible.some(has)}
          onChange={() => set(possible, !isWhole)}
        />
      )}
      {permissions.map((one) => {
        const refusal = refusalOf(one)
        return (
          <Checkbox
            key={one.permission}
            label={say(one)}
            description={refusal ?? sayLimits(grants, one.permission)}
            checked={has(one)}
            disabled={refusal !== null && !has(one)}
            onChange={(event) => set([one], event.currentTarget.checked)}
          />
        )
      })}
    </fieldset>
  )
}

/** Nobody gives away more than they have: why a permission cannot be granted, null where it can. */
function useRefusal(
  grantOf: (permission: Permission) => Grants[number],
): (permission: Permission) => string | null {
  const words = useWords(roleWords)
  const { permissions } = useMe()
  return (permission) => {
    const own = permissions.find((one) => one.permission === permission.permission)
    if (own === undefined) return words.notYours
    return covers(own.limits, grantOf(permission)) ? null : words.yoursIsLimited
  }
}
