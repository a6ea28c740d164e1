import { type FieldError, Refusal, chooseLanguage, invalidData } from '../kernel/index.ts'
import { type Premium, type PricingInput, calculate } from '../pricing/index.ts'
import { type Terms, holdToSale } from '../products/index.ts'
import { calculationFailed, knockout } from './reasons.ts'

/** On what answers are priced, and in which languages whoever gave them wants errors explained. */
export interface Pricing {
  readonly terms: Pick<Terms, 'version' | 'item' | 'planId' | 'integrationVersion'>
  /** The most wanted first. */
  readonly languages: readonly string[]
}

/** Hears of a price that could not be computed: the revision and the place, never the customer. */
export type OnCalculationFailed = (failure: {
  readonly pricingRevisionId: string
  readonly place: string
  readonly reason: string
}) => void

/** The price of answers that keep the product's rules, or why there is none. */
export async function priceAnswers(
  deps: { readonly onCalculationFailed: OnCalculationFailed },
  pricing: Pricing,
  answers: Omit<PricingInput, 'variables'>,
  /** The days that it pays for, where they are sold with it; a policy keeps those that it has. */
  daysOf: Parameters<typeof holdToSale>[2] = () => null,
): Promise<Premium> {
  const { terms } = pricing
  const variables = terms.integrationVersion.definition.pricingVariables
  const outcome = await calculate(terms.item.pricing, { ...answers, variables })
  const plan = terms.version.plans.get(terms.planId)
  const result = holdToSale(outcome, plan === undefined ? [] : [plan], daysOf)
  switch (result.outcome) {
    case 'priced':
      return result.premium
    case 'knockout':
      throw knockout()
    case 'invalid':
      throw explained(pricing, result.errors)
    case 'failed':
      throw failed(deps, pricing, result.place, result.reason)
  }
}

/** Explained in a language of the product. */
export function explained({ terms, languages }: Pricing, errors: readonly FieldError[]): Refusal {
  const { definition } = terms.version
  const language = chooseLanguage(languages, definition.languages) ?? definition.defaultLanguage
  return invalidData(errors, language)
}

/** The insurer's mistake: it is written down, and the customer told no more than that. */
export function failed(
  deps: { readonly onCalculationFailed: OnCalculationFailed },
  { terms }: Pricing,
  place: string,
  reason: string,
): Refusal {
  deps.onCalculationFailed({ pricingRevisionId: terms.item.pricingRevisionId, place, reason })
  return calculationFailed()
}
