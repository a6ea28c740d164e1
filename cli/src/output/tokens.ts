import type { AccessToken, Account, NewAccessToken } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeTokens(
  tokens: readonly AccessToken[],
  accounts: readonly Account[],
  paint: Paint,
): string[] {
  if (tokens.length === 0)
    return ['There are no access tokens. Create one with: bindery tokens create --name <name>']
  const nameOf = new Map(accounts.map((account) => [account.id, account.key]))
  const rows = tokens.map((token) => [
    token.id,
    nameOf.get(token.account_id) ?? token.account_id,
    token.name,
    token.created_at,
    token.revoked_at === null ? 'active' : `revoked ${token.revoked_at}`,
  ])
  return table(['id', 'account', 'name', 'created', 'state'], rows, paint)
}

/** The only place that shows a token. */
export function describeNewToken(token: NewAccessToken, paint: Paint): string[] {
  return [
    ...facts(
      [
        ['token', paint.bold(token.token)],
        ['id', token.id],
        ['name', token.name],
      ],
      paint,
    ),
    '',
    'Store it in a safe place now. It is not shown again.',
  ]
}
