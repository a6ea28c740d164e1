import type { ItemId, ProductVersionId } from '../kernel/index.ts'
import {
  type Calculation,
  type PreparedSwaps,
  type PricingInput,
  explainDifference,
  prepareSwaps,
} from '../pricing/index.ts'
import { type LoadedItem, type LoadedVersion, selectPricingFiles } from '../products/index.ts'
import { type QuotedAnswers, findQuotedPrice } from '../quotes/index.ts'
import type { JudgeDeps } from './judge-quote.ts'
import type { Paid } from './sold-terms.ts'
import type { RowShare } from './tally/priced-row.ts'

/** Pairs of versions that are kept ready at a time: a portfolio has a few. */
const pairsMax = 20

/** The payment before, and by the draft. */
export interface TwoPayments {
  readonly before: Paid
  readonly after: Paid
}

/** The draft's calculation of the answers. */
export interface DraftPrice {
  readonly item: LoadedItem
  readonly input: PricingInput
  /** Null where it has to be found again. */
  readonly calculation: Calculation | null
}

export type ShareDifference = (
  sold: QuotedAnswers,
  draft: DraftPrice,
  paid: TwoPayments,
) => Promise<readonly RowShare[]>

/** Takes the difference between a sold price and the draft's apart, table by table. */
export async function openShares(deps: JudgeDeps, draft: LoadedVersion): Promise<ShareDifference> {
  const files = await selectPricingFiles(deps.db, draft.id)
  const prepared = new Map<string, Promise<PreparedSwaps | null>>()

  async function prepare(
    versionId: ProductVersionId,
    before: LoadedItem,
    after: LoadedItem,
  ): Promise<PreparedSwaps | null> {
    const own = await selectPricingFiles(deps.db, versionId)
    return prepareSwaps(
      { files: own, prefix: before.definition.pricingPrefix },
      { files, prefix: after.definition.pricingPrefix },
      'table',
    )
  }

  function swapsOf(versionId: ProductVersionId, itemId: ItemId, pair: readonly LoadedItem[]) {
    const key = `${versionId} ${itemId}`
    const [before, after] = pair
    if (before === undefined || after === undefined) return Promise.resolve(null)
    const known = prepared.get(key)
    if (known !== undefined) return known
    const [oldest] = prepared.keys()
    if (prepared.size >= pairsMax && oldest !== undefined) prepared.delete(oldest)
    const preparing = prepare(versionId, before, after)
    prepared.set(key, preparing)
    return preparing
  }

  return async (quote, { item, input, calculation }, paid) => {
    const difference =
      paid.after.payment * paid.after.cycles - paid.before.payment * paid.before.cycles
    // Payments cannot be compared if their frequency differs.
    if (paid.before.cycles !== paid.after.cycles) return [unexplained('payments', difference)]
    const sold = await findQuotedPrice(deps.catalogue, quote)
    const swaps = await swapsOf(quote.productVersionId, quote.itemId, [sold.item, item])
    if (swaps === null) return [unexplained('', difference)]
    const answerFields = { fields: fieldsOf(item), dayFields: [] }
    const explained = explainDifference(swaps, sold.input, input, answerFields, calculation)
    if (explained.outcome === 'unpriced') return [unexplained('', difference)]
    const shares = explained.shares.map(({ cause, place, before, after: becomes, amount }) => ({
      cause,
      place,
      before,
      after: becomes,
      amount: amount * paid.after.cycles,
    }))
    // A sold price that does not come out again leaves a rest.
    const rest = shares.reduce((left, { amount }) => left - amount, difference)
    return rest === 0 ? shares : [...shares, unexplained('', rest)]
  }
}

function unexplained(place: string, amount: number): RowShare {
  return { cause: 'structure', place, before: null, after: null, amount }
}

function fieldsOf({ definition }: LoadedItem): readonly string[] {
  return definition.quoteRules.quote.map(({ name }) => name)
}
