import { allPermissions, builtInRoles, permissions } from '../src/identity/index.ts'

const begin = '<!-- Written by `npm run people-guide`: change the code, not these tables. -->'
const end = '<!-- The end of the tables. -->'
const limitNames = {
  products: 'products',
  distributors: 'distributors',
  test_mode: 'test mode',
} as const

/** The guide to people with the roles and permissions as the code has them now. */
export function withPermissions(guide: string): string {
  const [before, rest] = guide.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`The guide to people must have the lines ${begin} and ${end}.`)
  }
  const tables = [listRoles(), listPermissions(), listGranted()]
  return `${before}${begin}\n\n${tables.join('\n\n')}\n\n${end}${after}`
}

function listRoles(): string {
  const rows = builtInRoles.map(({ key, name, description, grants }) => {
    const count = grants.length === allPermissions.length ? 'all' : String(grants.length)
    return `| \`${key}\` | ${name} | ${description} | ${count} |`
  })
  return ['### Built-in roles', '', ...heading('role', 'name', 'for', 'permissions'), ...rows].join(
    '\n',
  )
}

function listPermissions(): string {
  const rows = allPermissions.map((permission) => {
    const { description, limits } = permissions[permission]
    const named = limits.map((limit) => limitNames[limit]).join(', ')
    return `| \`${permission}\` | ${description} | ${named} |`
  })
  return [
    '### Permissions',
    '',
    ...heading('permission', 'allows to', 'can be limited to'),
    ...rows,
  ].join('\n')
}

function listGranted(): string {
  const rows = allPermissions.map((permission) => {
    const has = builtInRoles.map(({ grants }) =>
      grants.some((grant) => grant.permission === permission) ? '✓' : '',
    )
    return `| \`${permission}\` | ${has.join(' | ')} |`
  })
  const names = builtInRoles.map(({ name }) => name.toLowerCase())
  return [
    '### Permissions of the built-in roles',
    '',
    ...heading('permission', ...names),
    ...rows,
  ].join('\n')
}

function heading(...columns: readonly string[]): string[] {
  return [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`]
}
