import { type PolicyId, startOfDay } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectHappened } from '../events/index.ts'
import { readMoneyOfDay } from '../ledger/index.ts'
import { type SaleOfPolicy, selectSalesOf } from '../policies/index.ts'
import { selectQuotesOfDay } from '../quotes/index.ts'
import { type DailyFigure, type FigureScope, type Sums, added, noSums } from './figure.ts'

/** What ended a policy; a lapse is a cancellation by the system. */
const endings = ['policy.cancelled', 'policy.withdrawn'] as const

/**
 * The figures of a day, from what was written on it: quotes and events of the day in UTC, and
 * postings by their booking day. It costs as much as happened on the day, whatever the portfolio is.
 */
export async function computeDay(
  db: Queryable,
  scope: FigureScope,
  day: Temporal.PlainDate,
): Promise<DailyFigure[]> {
  const [from, until] = [startOfDay(day, 'UTC'), startOfDay(day.add({ days: 1 }), 'UTC')]
  const [quotes, happened] = await Promise.all([
    selectQuotesOfDay(db, scope, { from, until }),
    selectHappened(db, scope, { from, until, types: ['policy.issued', ...endings] }),
  ])
  const figures = new Map<string, DailyFigure>()
  function add(
    of: Pick<DailyFigure, 'productId' | 'distributorId' | 'currency'>,
    sums: Partial<Sums>,
  ) {
    const key = `${of.productId} ${of.distributorId} ${of.currency}`
    const { productId, distributorId, currency } = of
    const known = figures.get(key) ?? { day, productId, distributorId, currency, ...noSums }
    figures.set(key, { ...known, ...added(known, sums) })
  }
  for (const { quotes: count, ...of } of quotes) add(of, { quotes: count })
  const saleOf = await selectSales(db, happened)
  for (const { policyId, type } of happened) {
    add(saleOf(policyId), type === 'policy.issued' ? { sold: 1 } : { ended: 1 })
  }
  // A whole portfolio may be charged on one day: only one page of it is held at a time.
  for await (const money of readMoneyOfDay(db, scope, day)) {
    const sales = await selectSales(db, money)
    for (const { policyId, currency, ...sums } of money) {
      add({ ...sales(policyId), currency }, sums)
    }
  }
  return [...figures.values()]
}

const policiesPerStatement = 5_000

async function selectSales(
  db: Queryable,
  named: readonly { readonly policyId: PolicyId }[],
): Promise<(id: PolicyId) => SaleOfPolicy> {
  const ids = [...new Set(named.map(({ policyId }) => policyId))]
  const sales = new Map<PolicyId, SaleOfPolicy>()
  for (let at = 0; at < ids.length; at += policiesPerStatement) {
    const some = await selectSalesOf(db, ids.slice(at, at + policiesPerStatement))
    for (const [id, sale] of some) sales.set(id, sale)
  }
  return (id) => {
    const sale = sales.get(id)
    if (sale === undefined) throw new Error(`policy ${id} is gone`)
    return sale
  }
}
