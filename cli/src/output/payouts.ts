import type { Payout } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each payout. */
export function describePayouts(payouts: readonly Payout[], paint: Paint): string[] {
  if (payouts.length === 0) return ['There are no such payouts.']
  const rows = payouts.map((payout) => [
    payout.created_at.slice(0, 10),
    payout.problem === null ? payout.state : `${payout.state} (${payout.problem})`,
    money(payout.amount, payout.currency),
    accountOf(payout),
    payout.due_date ?? '',
    payout.id,
  ])
  return table(['created', 'state', 'amount', 'account', 'due', 'id'], rows, paint)
}

/** As much of the account as may be shown. */
export function accountOf({ account }: Pick<Payout, 'account'>): string {
  return account === null ? '' : `${account.country} … ${account.last4}`
}
