import type { RowOf } from '@bindery/sdk'
import { Checkbox } from '@mantine/core'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { type PermissionGroup, groupOf, permissionGroups } from './permission-groups.ts'
import { permissionWords, useSayPermission } from './permission-words.ts'
import { roleWords } from './role-words.ts'
import { useSayLimits } from './use-say-limits.ts'

type Permission = RowOf<'listPermissions'>
type Grants = RowOf<'listRoles'>['grants']

interface Chosen {
  readonly grants: Grants
  readonly change: (grants: Grants) => void
}

/** All permissions, group by group. Limits that a grant has stay; a new one has none. */
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
  change,
}: Chosen & { readonly group: PermissionGroup; readonly permissions: readonly Permission[] }) {
  const words = useWords(roleWords)
  const { groups } = useWords(permissionWords)
  const say = useSayPermission()
  const sayLimits = useSayLimits()
  const refusalOf = useRefusal()
  const has = ({ permission }: Permission) => grants.some((one) => one.permission === permission)
  const set = (of: readonly Permission[], isGranted: boolean) => {
    const named = new Set(of.map(({ permission }) => permission))
    const others = grants.filter(({ permission }) => !named.has(permission))
    const added = [...named].map(
      (permission) => grants.find((one) => one.permission === permission) ?? unlimited(permission),
    )
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
function useRefusal(): (permission: Permission) => string | null {
  const words = useWords(roleWords)
  const { permissions } = useMe()
  return ({ permission }) => {
    const own = permissions.find((one) => one.permission === permission)
    if (own === undefined) return words.notYours
    const isWhole = own.limits.some(
      ({ product_ids: products, distributor_ids: distributors }) =>
        products === null && distributors === null,
    )
    return isWhole ? null : words.yoursIsLimited
  }
}

function unlimited(permission: string): Grants[number] {
  return { permission, product_ids: null, distributor_ids: null, test_only: false }
}
