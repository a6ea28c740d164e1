import type { AccessToken, Account, NewAccessToken } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeTokens(
  tokens: readonly AccessToken[],
  accounts: readonly Account[],
  paint: Paint,
): string[] {
  if (tokens.length === 0)
    return ['There are no access tokens. Make one with: bindery tokens create --name <name>']
  const nameOf = new Map(accounts.map((account) => [account.id, account.key]))
  const rows = tokens.map((token) => [
    token.id,
    nameOf.get(token.account_id) ?? token.account_id,
    token.name,
    token.created_at,
    token.revoked_at === null ? 'in use' : `revoked ${token.revoked_at}`,
  ])
  return table(['id', 'account', 'name', 'made', 'state'], rows, paint)
}

/** The only time that a token is shown. */
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
    'Keep it in a safe place now: it is not shown again.',
  ]
}
