import type { ImpactSummary } from '@bindery/sdk'
import { signed } from '../impact/bins.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

export function describeImpacts(
  impacts: readonly ImpactSummary[],
  /** The keys of products by their ids. */
  keys: ReadonlyMap<string, string>,
  paint: Paint,
): string[] {
  if (impacts.length === 0) {
    return ['There are no impact analyses in this mode. Start one with: bindery impact <folder>']
  }
  const rows = impacts.map((one) => [
    one.created_at.slice(0, 16).replace('T', ' '),
    keys.get(one.product_id) ?? one.product_id,
    scopeOf(one),
    stateOf(one, paint),
    one.counts === null ? '' : String(one.counts.count),
    one.counts?.percent == null ? '' : signed(one.counts.percent),
    one.id,
  ])
  return table(['started', 'product', 'scope', 'state', 'policies', 'premium', 'id'], rows, paint)
}

function scopeOf({ scope }: ImpactSummary): string {
  if (scope.kind === 'quotes') return `quotes of ${scope.days} days`
  return scope.kind === 'renewals' ? `renewals ${scope.from} to ${scope.to}` : 'in force'
}

function stateOf({ status, done, total }: ImpactSummary, paint: Paint): string {
  if (status === 'done') return paint.green(status)
  if (status === 'running') return `running, ${done} of ${total ?? '?'}`
  return status === 'failed' ? paint.red(status) : status
}
