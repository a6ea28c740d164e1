import type { Reader } from '../../database/index.ts'
import type { TaxOf, InvoicedCharge } from '../../ledger/index.ts'
import { selectTaxRates } from '../../quotes/index.ts'
import { type TaxedPart, free, isFree, minus, partsByTax, plus } from '../../timelines/index.ts'
import { type PolicyTimeline, selectParents, selectTimelines } from '../../policies/index.ts'

type Parts = readonly TaxedPart<number | undefined>[]

/**
 * Finds out what of charges is taxed at which rate: of a period that was charged for the first time
 * what its days are, of all others by how much the version that charged it has changed that.
 */
export async function taxOfCharges(db: Reader, charges: readonly InvoicedCharge[]): Promise<TaxOf> {
  const ids = [...new Set(charges.map(({ versionId }) => versionId))]
  const parents = await selectParents(db, ids)
  const timelines = await selectTimelines(db, [...new Set([...ids, ...parents.values()])])
  const segments = [...timelines.values()].flatMap((timeline) => timeline.segments)
  const rates = await selectTaxRates(db, [...new Set(segments.map(({ quoteId }) => quoteId))])
  const partsUnder = (timeline: PolicyTimeline | undefined, { period }: InvoicedCharge): Parts =>
    timeline === undefined ? [] : partsByTax(timeline, period, ({ quoteId }) => rates.get(quoteId))
  return (charge) => {
    const { versionId, isFirst } = charge
    const parent = isFirst ? undefined : parents.get(versionId)
    const after = partsUnder(timelines.get(versionId), charge)
    const before = parent === undefined ? [] : partsUnder(timelines.get(parent), charge)
    return partsOf(charge, after, before)
  }
}

/** The difference, rate by rate; nothing where it is not what was charged. */
function partsOf({ amount }: InvoicedCharge, after: Parts, before: Parts): Parts {
  const parts = new Map(after.map(({ rate, cost }) => [rate, cost]))
  for (const { rate, cost } of before) parts.set(rate, minus(parts.get(rate) ?? free, cost))
  const charged = [...parts].filter(([, cost]) => !isFree(cost))
  const sum = charged.reduce((all, [, cost]) => plus(all, cost), free)
  return isFree(minus(sum, amount)) ? charged.map(([rate, cost]) => ({ rate, cost })) : []
}
