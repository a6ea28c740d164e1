import type { Permission, Role } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table, tableOfWords } from './table.ts'

export function describeRoles(roles: readonly Role[], paint: Paint): string[] {
  const rows = roles.map(({ key, is_built_in: isBuiltIn, grants, description }) => [
    key,
    isBuiltIn ? 'built in' : 'own',
    String(new Set(grants.map(({ permission }) => permission)).size),
    description,
  ])
  return tableOfWords(['role', 'kind', 'permissions', 'description'], rows, paint)
}

export function describeRole(
  role: Role,
  permissions: readonly Permission[],
  paint: Paint,
): string[] {
  const meaning = new Map(permissions.map((one) => [one.permission, one.description]))
  const rows = role.grants.map((grant) => [
    grant.permission,
    meaning.get(grant.permission) ?? '',
    limitsOf(grant),
  ])
  return [
    ...facts(
      [
        ['role', paint.bold(role.key)],
        ['name', role.name],
        ['kind', role.is_built_in ? 'built in' : 'own'],
        ...(role.description === '' ? [] : [['description', role.description] as const]),
      ],
      paint,
    ),
    '',
    ...table(['permission', 'allows to', 'only for'], rows, paint),
  ]
}

function limitsOf(grant: Role['grants'][number]): string {
  const ids = [...(grant.product_ids ?? []), ...(grant.distributor_ids ?? [])]
  return [...ids, ...(grant.test_only ? ['test mode'] : [])].join(', ')
}
