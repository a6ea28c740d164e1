import type { DunningCase, DunningHold } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

export function describeCases(cases: readonly DunningCase[], paint: Paint): string[] {
  if (cases.length === 0) return ['Nothing was found.']
  const rows = cases.map((one) => [
    one.policy_id,
    one.state,
    one.step,
    one.overdue_since,
    money(one.overdue, one.currency),
    one.grace_until ?? (one.waits_for === null ? '' : 'waits for proof'),
    one.id,
  ])
  const head = ['policy', 'state', 'step', 'overdue since', 'overdue', 'grace until', 'case']
  return table(head, rows, paint)
}

export function describeHolds(holds: readonly DunningHold[], paint: Paint): string[] {
  if (holds.length === 0) return ['Nothing was found.']
  const rows = holds.map((hold) => [
    hold.id,
    hold.policy_id ?? hold.product_id ?? '',
    hold.until,
    hold.released_at === null ? '' : 'released',
    hold.reason,
  ])
  return table(['hold', 'of', 'until', '', 'reason'], rows, paint)
}
