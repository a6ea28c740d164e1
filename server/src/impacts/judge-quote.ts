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
import { calculate } from '../pricing/index.ts'
import {
  type Catalogue,
  type LoadedVersion,
  daysSold,
  decideCover,
  holdToSale,
  selectIntegrations,
} from '../products/index.ts'
import { type Quote, checkData, cyclesOf } from '../quotes/index.ts'
import { openShares } from './share-difference.ts'
import type { Paid } from './sold-terms.ts'
import type { Verdict } from './tally/priced-row.ts'

/** Prices the answers of quotes by a draft, as if they had been given to it on the same day. */
export type JudgeQuote = (quote: Quote, before: Paid) => Promise<Verdict>

export interface JudgeDeps {
  readonly db: Database
  readonly catalogue: Catalogue
  readonly datasets: Pick<Datasets, 'lookUp'>
}

export async function openJudge(
  deps: JudgeDeps,
  draft: LoadedVersion,
  hasShares: boolean,
): Promise<JudgeQuote> {
  const share = hasShares ? await openShares(deps, draft) : null
  const variables = await variablesOf(deps.db, draft)
  return async (quote, before) => {
    const item = draft.items.get(quote.itemId)
    if (item === undefined) return notSold('item')
    const plan = draft.plans.get(quote.planId)
    if (plan === undefined) return notSold('plan')
    const own = variables.get(quote.integrationId)
    if (own === undefined) return notSold('integration')
    if (draft.definition.currency !== quote.currency) return notSold('currency')
    const { errors, expanded } = await checkBy(deps, draft, quote)
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
      ...(quote.change !== null && { held: Object.keys(expanded) }),
    }
    const calculated = calculate(item.pricing, input)
    const priced = calculated instanceof Promise ? await calculated : calculated
    // A change keeps the days that were sold.
    const outcome = holdToSale(priced, [plan], (premium) =>
      quote.change === null ? daysSold(premium, expanded, today) : null,
    )
    switch (outcome.outcome) {
      case 'priced': {
        const { premium } = outcome
        const undecided = undecidedCover(quote, premium, expanded)
        if (undecided !== null) {
          return { outcome: 'failed', place: 'duration_strategy', reason: undecided }
        }
        const after = {
          payment: premium.grossPaymentAmount,
          cycles: cyclesOf(premium, plan.frequency),
        }
        const shares = (await share?.(quote, item, input, { before, after })) ?? null
        return { outcome: 'priced', after: after.payment * after.cycles, shares }
      }
      case 'knockout':
        return { outcome: 'knocked_out', code: outcome.code }
      case 'invalid':
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

function undecidedCover(
  quote: Quote,
  premium: Quote['premium'],
  expanded: JsonObject,
): string | null {
  if (quote.change !== null) return null
  const decision = decideCover(premium, expanded, quote.quotedOn)
  return decision.ok ? null : decision.reason
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

async function checkBy(deps: JudgeDeps, version: LoadedVersion, quote: Quote) {
  const checker = version.items.get(quote.itemId)?.quoteChecker
  if (checker === undefined) throw new Error(`${version.id} has no item ${quote.itemId}`)
  return checkData(deps.datasets, version, {
    checker,
    document: { data: quote.customerInput },
    now: momentOf(quote, version.definition.timeZone),
  })
}

/** When it was asked: of a change, at midday of the day from which it counts. */
function momentOf({ quotedOn, createdAt, change }: Quote, timeZone: string) {
  return change === null ? clockIn(timeZone, createdAt) : middayOf(quotedOn)
}

/** Those that the version would not have told that it was priced with: no others are news. */
async function newErrors(
  deps: JudgeDeps,
  quote: Quote,
  errors: readonly FieldError[],
): Promise<readonly FieldError[]> {
  const before = await soldBy(deps.catalogue, quote.productVersionId)
  if (before?.items.has(quote.itemId) !== true) return errors
  const known = (await checkBy(deps, before, quote)).errors.map(textOf)
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
