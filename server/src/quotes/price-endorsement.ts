import { isDeepStrictEqual } from 'node:util'
import {
  type JsonObject,
  type Moment,
  clockIn,
  differingPaths,
  deepMerge,
  mintId,
} from '../kernel/index.ts'
import { type Datasets, type ItemsById, findItemReferences } from '../datasets/index.ts'
import { type Premium, type TaxRateChange, taxByLaw } from '../pricing/index.ts'
import { type Cover, coverTerms, planAnswers } from '../products/index.ts'
import { billingOf } from './billing.ts'
import { checkPatch } from './check-patch.ts'
import type { CreatedQuote } from './create-quote.ts'
import { type FailureDeps, type Pricing, explained, priceAnswers } from './price-answers.ts'
import { type Quote, type EndorsementOfQuote, mintQuoteToken } from './quote.ts'
import type { NewQuote } from './quote-store.ts'
import { coverMoved } from './reasons.ts'
import { expandedInput } from './recompute-quote.ts'

export interface EndorsementPricing extends Pricing {
  /** The term whose plan changes, to that of the terms; null where the plan stays. */
  readonly plannedTerm: Pick<Cover, 'startDay' | 'endDay'> | null
  /** The quote that holds on the effective day of the endorsement. */
  readonly before: Quote
  readonly endorsement: EndorsementOfQuote
  /** The changes of tax by law that count on that day. */
  readonly taxChanges: readonly TaxRateChange[]
  /** The answers that are to differ. */
  readonly data: JsonObject
  /** When it is asked for. */
  readonly moment: Moment
}

export interface PriceEndorsementDeps extends FailureDeps {
  readonly datasets: Pick<Datasets, 'lookUp'>
}

/** A quote for an endorsement, which is still to be saved. */
export type PricedEndorsement = CreatedQuote & NewQuote

/**
 * Prices an endorsement of a policy: the new answers are merged into those that hold on its effective
 * day. Other answers keep their values, dataset items included.
 */
export async function priceEndorsement(
  deps: PriceEndorsementDeps,
  request: EndorsementPricing,
): Promise<PricedEndorsement> {
  const { terms, before, endorsement, plannedTerm } = request
  const { now } = request.moment
  const today = endorsement.effectiveDay
  // No list has to name an answer that the plan gives.
  const answers = plannedTerm === null ? {} : planAnswers(terms.version, terms.item, terms.planId)
  const planned = deepMerge(before.customerInput, answers)
  const customerInput = deepMerge(planned, request.data)
  const { timeZone } = terms.version.definition
  const { errors, items } = await checkPatch(deps.datasets, terms.version, {
    list: 'quote_patch',
    listed: terms.item.definition.quoteRules.quote_patch,
    checker: terms.item.quotePatchChecker,
    before: { data: planned },
    after: { data: customerInput },
    now: today.toPlainDateTime(clockIn(timeZone, now).toPlainTime()),
  })
  if (errors.length > 0) throw explained(request, errors)
  const datasetItems = heldItems(customerInput, before.datasetItems, items)
  const priced = await priceAnswers(
    deps,
    { ...request, mayChoosePlan: plannedTerm !== null },
    {
      data: expandedInput({ customerInput, datasetItems }),
      today,
      held: heldMembers(planned, customerInput),
    },
    { daysOf: () => plannedTerm },
  )
  const premium = taxByLaw(priced, request.taxChanges)
  await assertCoverStays(deps, request, { premium, customerInput, datasetItems })
  const id = mintId('qu', request.moment)
  const { token, secretHash } = mintQuoteToken(id)
  const quote: Quote = {
    ...before,
    id,
    planId: terms.planId,
    customerInput,
    datasetItems,
    premium,
    quotedOn: today,
    createdAt: now,
    expiresAt: now.add({ hours: 24 * terms.version.definition.quoteValidDays }),
    endorsement,
  }
  return { quote, token, secretHash, billing: billingOf(terms.version, quote) }
}

function heldMembers(before: JsonObject, after: JsonObject): string[] {
  const changed = new Set(differingPaths(before, after).map(([name]) => name))
  return Object.keys(after).filter((name) => !changed.has(name))
}

/** The items that the answers name: as they were known, and only new ones as they are today. */
function heldItems(
  customerInput: JsonObject,
  known: JsonObject | null,
  found: ItemsById,
): JsonObject | null {
  const ids = new Set(findItemReferences(customerInput).map(({ id }) => id))
  const held = [...ids].flatMap((id) => {
    const values = known?.[id] ?? found.get(id)?.values
    return values === undefined ? [] : [[id, values] as const]
  })
  return held.length === 0 ? null : Object.fromEntries(held)
}

/**
 * An endorsement must not change start, end or duration, nor the number of payments of a plan. A price
 * that depends on today may give other days than at the sale; then the old answers give those other days
 * too.
 */
async function assertCoverStays(
  deps: PriceEndorsementDeps,
  request: EndorsementPricing,
  after: Pick<Quote, 'premium' | 'customerInput' | 'datasetItems'>,
): Promise<void> {
  const { before, endorsement, plannedTerm } = request
  const isPlanned = plannedTerm !== null
  const terms = termsOf(after, isPlanned)
  if (isDeepStrictEqual(terms, termsOf(before, isPlanned))) return
  const data = expandedInput(before)
  const answers = { data, today: endorsement.effectiveDay, held: Object.keys(data) }
  const asBefore = { ...request, terms: { ...request.terms, planId: before.planId } }
  const premium = await priceAnswers(deps, asBefore, answers)
  const unchanged = termsOf({ ...before, premium }, isPlanned)
  const moved = Object.keys(terms).find((name) => terms[name] !== unchanged[name])
  if (moved !== undefined) throw coverMoved(moved)
}

function termsOf(
  quote: Pick<Quote, 'customerInput' | 'datasetItems'> & { readonly premium: Premium },
  isPlanned: boolean,
): Readonly<Record<string, unknown>> {
  const { strategy, start, end, duration } = coverTerms(quote.premium, expandedInput(quote))
  return {
    duration_strategy: strategy,
    policy_start_date: start,
    policy_end_date: end,
    policy_duration: duration,
    ...(!isPlanned && { billing_cycles: quote.premium.billingCycles }),
  }
}
