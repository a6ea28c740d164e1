import {
  type FieldError,
  type IntegrationId,
  type JsonObject,
  type ProductVersionId,
  Refusal,
  clockIn,
  middayOf,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Datasets } from '../datasets/index.ts'
import { toPremium } from '../pricing/index.ts'
import {
  type Catalogue,
  type LoadedVersion,
  decideCover,
  holdToSale,
  selectIntegrations,
} from '../products/index.ts'
import { type AnsweredQuote, checkAtOnce, checkData, cyclesOf } from '../quotes/index.ts'
import type { ShareDifference } from './share-difference.ts'
import type { Paid } from './sold-terms.ts'
import type { Verdict } from './tally/priced-row.ts'

/** Prices the answers of quotes by a draft, as if they had been given to it on the same day. */
export type JudgeQuote = (quote: AnsweredQuote, before: Paid) => Promise<Verdict>

export interface JudgeDeps {
  readonly db: Database
  readonly catalogue: Catalogue
  readonly datasets: Pick<Datasets, 'lookUp'>
}

export async function openJudge(
  deps: JudgeDeps,
  draft: LoadedVersion,
  share: ShareDifference | null,
): Promise<JudgeQuote> {
  const variables = await variablesOf(deps.db, draft)
  return async (quote, before) => {
    const item = draft.items.get(quote.itemId)
    if (item === undefined) return notSold('item')
    const plan = draft.plans.get(quote.planId)
    if (plan === undefined) return notSold('plan')
    const own = variables.get(quote.integrationId)
    if (own === undefined) return notSold('integration')
    if (draft.definition.currency !== quote.currency) return notSold('currency')
    const checking = checkingBy(draft, quote)
    const { errors, expanded } =
      checkAtOnce(checking) ?? (await checkData(deps.datasets, draft, checking))
    if (errors.length > 0) {
      const news = await newErrors(deps, quote, errors)
      if (news.length > 0) return refused(news)
    }
    const today = quote.quotedOn
    const input = {
      data: expanded,
      variables: own,
      today,
      // What a change left as it was would not pass everything again, such as a start to come.
      ...(quote.endorsement !== null && { held: Object.keys(expanded) }),
    }
    const evaluated = item.pricing.evaluate(input)
    const calculation = evaluated instanceof Promise ? await evaluated : evaluated
    const priced = toPremium(calculation)
    // A change keeps the days that were sold.
    const cover =
      quote.endorsement === null && priced.outcome === 'priced'
        ? decideCover(priced.premium, expanded, today)
        : null
    const outcome = holdToSale(
      priced,
      { paymentPlans: [plan], freeOfCharge: draft.definition.freeOfCharge === true },
      () => (cover?.ok === true ? cover.cover : null),
    )
    switch (outcome.outcome) {
      case 'priced': {
        const { premium } = outcome
        if (cover?.ok === false) {
          return { outcome: 'failed', place: 'duration_strategy', reason: cover.reason }
        }
        const after = {
          payment: premium.grossPaymentAmount,
          cycles: cyclesOf(premium, plan.frequency),
        }
        const draft = { item, input, calculation }
        const shares = share === null ? null : await share(quote, draft, { before, after })
        return { outcome: 'priced', after: after.payment * after.cycles, shares }
      }
      case 'knockout':
        return { outcome: 'knocked_out', code: outcome.code }
      case 'invalid':
        // The answer was right before: it is the draft whose lookup does not have it.
        if (outcome.miss !== undefined) return { outcome: 'failed', ...outcome.miss }
        return refused(outcome.errors)
      case 'failed':
        return { outcome: 'failed', place: outcome.place, reason: outcome.reason }
    }
  }
}

function notSold(missing: 'item' | 'plan' | 'integration' | 'currency'): Verdict {
  return { outcome: 'not_sold', missing }
}

function refused(errors: readonly FieldError[]): Verdict {
  return { outcome: 'refused', fields: [...new Set(errors.map(({ field }) => field))] }
}

/** What the draft gives to its prices in each integration. */
async function variablesOf(
  db: Database,
  { productId, definition }: LoadedVersion,
): Promise<ReadonlyMap<IntegrationId, JsonObject>> {
  const known = await selectIntegrations(db, productId)
  return new Map(
    known.flatMap(({ id, key }) => {
      const own = definition.integrations.find((one) => one.key === key)
      return own === undefined ? [] : [[id, own.pricingVariables] as const]
    }),
  )
}

function checkingBy(version: LoadedVersion, quote: AnsweredQuote) {
  const checker = version.items.get(quote.itemId)?.quoteChecker
  if (checker === undefined) throw new Error(`${version.id} has no item ${quote.itemId}`)
  return {
    checker,
    document: { data: quote.customerInput },
    now: momentOf(quote, version.definition.timeZone),
  }
}

/** The moment of the quote: for an endorsement, midday of its effective day. */
function momentOf({ quotedOn, createdAt, endorsement }: AnsweredQuote, timeZone: string) {
  return endorsement === null ? clockIn(timeZone, createdAt) : middayOf(quotedOn)
}

/** Only the errors that the version it was priced with does not report: all others are known. */
async function newErrors(
  deps: JudgeDeps,
  quote: AnsweredQuote,
  errors: readonly FieldError[],
): Promise<readonly FieldError[]> {
  const before = await soldBy(deps.catalogue, quote.productVersionId)
  if (before?.items.has(quote.itemId) !== true) return errors
  const checked = await checkData(deps.datasets, before, checkingBy(before, quote))
  const known = checked.errors.map(textOf)
  return errors.filter((error) => !known.includes(textOf(error)))
}

/** A version of an older release may no longer compile: then nothing is known of its rules. */
async function soldBy(
  catalogue: Catalogue,
  id: ProductVersionId,
): Promise<LoadedVersion | undefined> {
  try {
    return await catalogue.version(id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function textOf({ field, path, rules }: FieldError): string {
  return JSON.stringify([field, path, rules])
}
