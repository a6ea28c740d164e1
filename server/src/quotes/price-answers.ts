import {
  type AccountId,
  type FieldError,
  type JsonObject,
  type PlanId,
  type Refusal,
  chooseLanguage,
  invalidData,
} from '../kernel/index.ts'
import { type PricedOutcome, type Premium, type PricingInput, calculate } from '../pricing/index.ts'
import { type SaleRules, type Terms, holdToSale } from '../products/index.ts'
import type { PriceOutOfRange } from './price-out-of-range.ts'
import { calculationFailed, knockout, priceOutOfRange } from './reasons.ts'

/** On what answers are priced, and in which languages whoever gave them wants errors explained. */
export interface Pricing {
  readonly terms: Pick<Terms, 'version' | 'item' | 'planId' | 'integrationVersion'>
  /** The most wanted first. */
  readonly languages: readonly string[]
  /** True where whoever asks may choose another plan: a policy keeps the plan that it has. */
  readonly mayChoosePlan?: boolean
  /** The answers as they were sent, with the ids of dataset items where prices see the items. */
  readonly data?: JsonObject
}

/** Called for a price that could not be computed: with revision and place, never with personal data. */
export type OnCalculationFailed = (failure: {
  readonly pricingRevisionId: string
  readonly place: string
  readonly reason: string
}) => void

export interface FailureDeps {
  readonly onCalculationFailed: OnCalculationFailed
  /** Called for a price above the limit; where it is left out, that is a failure as any other. */
  readonly onPriceOutOfRange?: (found: PriceOutOfRange) => Promise<void>
  /** Called with the code of the knockout that declines, which customers do not see. */
  readonly onKnockout?: (code: string) => void
  /** Whose secret key asks; nobody's where it is left out. */
  readonly askedBy?: AccountId | null
}

/** What is sold with the price. */
export interface Sale {
  /** The days that it pays for, where they are sold with it; a policy keeps those that it has. */
  readonly daysOf?: Parameters<typeof holdToSale>[2]
  /** Whether a cover begins with it; else a policy goes on that was sold before. */
  readonly isNew?: boolean
}

/** The price of answers that keep the product's rules, or why there is none. */
export async function priceAnswers(
  deps: FailureDeps,
  pricing: Pricing,
  answers: Omit<PricingInput, 'variables'>,
  sale: Sale = {},
): Promise<Premium> {
  const { terms } = pricing
  const variables = terms.integrationVersion.definition.pricingVariables
  const outcome = await calculate(terms.item.pricing, { ...answers, variables })
  const plan = terms.version.plans.get(terms.planId)
  const result = holdTo(sale, outcome, pricing, plan === undefined ? [] : [plan])
  switch (result.outcome) {
    case 'priced':
      return result.premium
    case 'knockout':
      deps.onKnockout?.(result.code)
      throw knockout()
    case 'invalid':
      throw explained(
        pricing,
        result.errors.map((error) => asAnswered(error, pricing)),
      )
    case 'failed':
      if (outcome.outcome !== 'failed' && pricing.mayChoosePlan === true) {
        const fitting = fittingPlans(outcome, pricing, sale)
        if (fitting.length > 0) throw explained(pricing, [planDoesNotFit(fitting)])
      }
      if (result.tooLarge !== undefined) {
        throw await outOfRange(deps, pricing, { ...result, price: result.tooLarge })
      }
      throw failed(deps, pricing, result)
  }
}

/** A policy of a version that was never asked whether cover may be free goes on as it was sold. */
function holdTo(
  { daysOf = () => null, isNew = false }: Sale,
  outcome: PricedOutcome,
  { terms }: Pricing,
  paymentPlans: SaleRules['paymentPlans'],
): PricedOutcome {
  const { freeOfCharge = !isNew } = terms.version.definition
  return holdToSale(outcome, { paymentPlans, freeOfCharge }, daysOf)
}

/** Of a dataset item the customer has answered its id, and knows nothing of what stands in it. */
function asAnswered(error: FieldError, { data = {} }: Pricing): FieldError {
  const [name = ''] = error.field.split('.')
  const isItem = typeof data[name] === 'string' && error.path === 'data'
  return isItem ? { ...error, field: name } : error
}

/** The plans that can sell these answers, where the one that was chosen cannot. */
function fittingPlans(outcome: PricedOutcome, pricing: Pricing, sale: Sale): PlanId[] {
  return [...pricing.terms.version.plans]
    .filter(([, plan]) => holdTo(sale, outcome, pricing, [plan]).outcome === 'priced')
    .map(([id]) => id)
}

/** Answers and plan do not fit each other, and nothing else is wrong: whoever asks chooses another plan. */
function planDoesNotFit(fitting: readonly PlanId[]): FieldError {
  return {
    code: 'invalid_value',
    field: 'subscription_plan_id',
    rules: ['in'],
    params: { in: fitting },
  }
}

/** Explained in a language of the product. */
export function explained({ terms, languages }: Pricing, errors: readonly FieldError[]): Refusal {
  const { definition } = terms.version
  const language = chooseLanguage(languages, definition.languages) ?? definition.defaultLanguage
  return invalidData(errors, language)
}

/**
 * The insurer's mistake: it is logged, and only the insurer sees the details. A failed rater is not
 * explained to the insurer either, since a retry may succeed.
 */
export function failed(
  deps: FailureDeps,
  { terms }: Pricing,
  { place, reason, fix = '' }: { place: string; reason: string; fix?: string },
): Refusal {
  const { version, item } = terms
  deps.onCalculationFailed({ pricingRevisionId: item.pricingRevisionId, place, reason })
  const isExplained = deps.askedBy === version.insurerId && item.pricing.kind !== 'http'
  return calculationFailed(isExplained ? `${place}: ${reason}. ${fix}`.trimEnd() : null)
}

/** Likewise, but the insurer is also informed of it: nobody can buy at such a price. */
async function outOfRange(
  deps: FailureDeps,
  { terms }: Pricing,
  failure: { place: string; reason: string; price: string },
): Promise<Refusal> {
  const { version, item } = terms
  const { place, reason, price } = failure
  const { pricingRevisionId } = item
  if (deps.onPriceOutOfRange === undefined) {
    deps.onCalculationFailed({ pricingRevisionId, place, reason })
  } else {
    const { productId, id: productVersionId, insurerId } = version
    const product = { insurerId, productId, productVersionId, itemId: item.id }
    await deps.onPriceOutOfRange({ ...product, pricingRevisionId, place, price })
  }
  return priceOutOfRange(deps.askedBy === version.insurerId ? place : null)
}
