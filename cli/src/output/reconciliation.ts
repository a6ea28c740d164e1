import type { ReconciliationAccount, ReconciliationItem } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each movement, with both sides. */
export function describeItems(items: readonly ReconciliationItem[], paint: Paint): string[] {
  if (items.length === 0) return ['There is no such money.']
  const isAccepting = items.some(({ acceptance }) => acceptance !== null)
  const rows = items.map((item) => [
    item.happened_at.slice(0, 10),
    item.problem === null ? item.state : `${item.state} (${item.problem})`,
    item.kind,
    item.amount === null ? '' : money(item.amount, item.currency),
    item.own_amount === null ? '' : money(item.own_amount, item.currency),
    item.fee === 0 ? '' : money(item.fee, item.currency),
    item.refund_id ?? item.payment_id ?? '',
    item.source ?? '',
    ...(isAccepting ? [item.id, acceptanceText(item)] : []),
  ])
  const names = ['date', 'state', 'kind', 'there', 'here', 'fee', 'our id', 'their id']
  return table(isAccepting ? [...names, 'row', 'accepted'] : names, rows, paint)
}

/** Who has accepted a difference, when and why. */
function acceptanceText({ acceptance }: ReconciliationItem): string {
  if (acceptance === null) return ''
  return `${acceptance.at.slice(0, 10)} by ${acceptance.by}: ${acceptance.reason}`
}

/** What each account comes to, and whether it could be read. */
export function describeAccounts(
  accounts: readonly ReconciliationAccount[],
  paint: Paint,
): string[] {
  if (accounts.length === 0) return ['No payment provider shows its balance.']
  return accounts.flatMap(({ provider, state, refusal, read_until: until, totals }) => [
    state === 'read' ? `${provider}: read until ${until ?? ''}` : `${provider}: ${state}`,
    ...(refusal === null ? [] : [paint.yellow(refusal)]),
    ...(totals.length === 0
      ? []
      : table(
          ['balance', 'fees', 'paid out', 'difference', 'accepted', 'waiting', 'unmatched'],
          totals.map((sum) => [
            money(sum.balance, sum.currency),
            money(sum.fees, sum.currency),
            money(sum.paid_out, sum.currency),
            money(sum.difference, sum.currency),
            money(sum.accepted, sum.currency),
            String(sum.waiting),
            String(sum.unmatched),
          ]),
          paint,
        )),
  ])
}
