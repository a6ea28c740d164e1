import type { Account, Key, NewKey } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeKeys(
  keys: readonly Key[],
  accounts: readonly Account[],
  paint: Paint,
): string[] {
  const nameOf = new Map(accounts.map((account) => [account.id, account.key]))
  const rows = keys.map((key) => [
    key.id,
    nameOf.get(key.account_id) ?? key.account_id,
    `${key.kind} ${key.livemode ? paint.yellow('live') : 'test'}`,
    `…${key.hint}`,
    key.name,
    rolesOf(key),
    key.last_used_on ?? 'never',
    stateOf(key),
  ])
  return table(
    ['id', 'account', 'kind', 'ends in', 'name', 'roles', 'last used', 'state'],
    rows,
    paint,
  )
}

/** The only place that shows a key. */
export function describeNewKey(key: NewKey, paint: Paint): string[] {
  return [
    ...facts(
      [
        ['key', paint.bold(key.key)],
        ['id', key.id],
        ['kind', `${key.kind}, ${key.livemode ? 'live' : 'test'}`],
        ['name', key.name],
        ...(key.roles === null ? [] : [['roles', rolesOf(key)] as const]),
      ],
      paint,
    ),
    '',
    'Store it in a safe place now. It is not shown again.',
  ]
}

function rolesOf({ roles }: Pick<Key, 'roles'>): string {
  return roles === null ? 'unrestricted' : roles.join(', ')
}

function stateOf({ revoked_at: revoked, expires_at: expires }: Key): string {
  if (revoked !== null) return `revoked ${revoked}`
  return expires === null ? 'active' : `until ${expires}`
}
