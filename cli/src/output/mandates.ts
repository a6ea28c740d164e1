import type { Mandates } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

const revokers = {
  provider: 'revoked, as the provider reports',
  account: 'revoked',
} as const

/** The mandates of a policy, the active one last. */
export function describeMandates({ mandates }: Mandates, paint: Paint): string[] {
  if (mandates.length === 0) return ['The policy has no mandate: the customer pays each invoice.']
  const rows = mandates.map((one) => [
    one.created_at.slice(0, 10),
    one.ended_at?.slice(0, 10) ?? '',
    `${one.provider}/${one.method} ${one.hint ?? ''}`.trim(),
    one.revoked_by === null ? one.status : revokers[one.revoked_by],
    one.reason ?? '',
    paint.dim(one.id),
  ])
  return table(['since', 'until', 'collected by', 'status', 'reason', 'id'], rows, paint)
}
