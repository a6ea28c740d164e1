import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { type Premium, type PricedOutcome, outputsOf } from '../../pricing/index.ts'
import { oneOf, text } from '../wire/schema.ts'
import { viewFieldError } from '../errors/view-field-error.ts'

/** The outcomes of pricing, as the API names them. */
export const outcomes = ['priced', 'knockout', 'invalid', 'failed'] as const

export const stepsSchema = Type.Array(
  Type.Object({
    place: text('The step or cell.'),
    formula: text('Its formula.'),
    value: text('Its value.'),
    hit: Type.Optional(text('The table row that a lookup found.')),
  }),
  {
    description:
      'Inputs and variables first, without a formula, then each step or cell with its ' +
      'formula and value, up to a failure. Dates are formatted as dates.',
  },
)

export const outcomeSchema = {
  outcome: oneOf(outcomes, 'The outcome.'),
  result: Type.Unsafe<unknown>({
    description: 'The premium, the knockout, the failing fields, or where it failed and why.',
  }),
  steps: stepsSchema,
}

interface OutcomeView {
  outcome: (typeof outcomes)[number]
  result: object
  steps: Static<typeof stepsSchema>
}

export function viewOutcome(priced: PricedOutcome): OutcomeView {
  switch (priced.outcome) {
    case 'priced':
      return {
        outcome: 'priced',
        result: viewPremium(priced.premium),
        steps: [...(priced.trace ?? [])],
      }
    case 'knockout':
      return {
        outcome: 'knockout',
        result: { code: priced.code },
        steps: [...(priced.trace ?? [])],
      }
    case 'invalid':
      return {
        outcome: 'invalid',
        result: priced.errors.map((error) => viewFieldError(error, 'en')),
        steps: [...(priced.trace ?? [])],
      }
    case 'failed':
      return {
        outcome: 'failed',
        result: {
          place: priced.place,
          reason: priced.reason,
          ...(priced.fix !== undefined && { fix: priced.fix }),
        },
        steps: [...(priced.trace ?? [])],
      }
  }
}

/** Amounts in whole minor units; null where pricing says nothing. */
export function viewPremium(premium: Premium) {
  return { ...outputsOf(premium), extra_data: premium.extra }
}
