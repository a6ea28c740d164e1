import type { ExplainedPrice } from '@bindery/sdk'
import type { Problem } from '../failure.ts'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { describeProblems } from './problems.ts'
import { facts, table } from './table.ts'

export function describeSteps(steps: ExplainedPrice['steps'], paint: Paint): string[] {
  if (steps.length === 0) return []
  const rows = steps.map(({ place, formula, value, hit = '' }) => [
    place,
    paint.bold(value),
    formula,
    hit,
  ])
  return [...table(['step', 'value', 'formula', 'table row'], rows, paint), '']
}

/** The members of a premium that are money, in the order in which they add up. */
const amounts: readonly (readonly [string, string])[] = [
  ['net_net_premium', 'net without commission'],
  ['net_commission_total', 'commission'],
  ['net_premium', 'net premium'],
  ['premium_tax', 'tax'],
  ['gross_premium', 'gross premium'],
  ['gross_payment_amount', 'to pay'],
]
const others: readonly (readonly [string, string])[] = [
  ['policy_start_date', 'start'],
  ['policy_end_date', 'end'],
  ['policy_duration', 'duration'],
]

/** The outcome of pricing the answers. */
export function describePrice(
  { outcome, result }: Pick<ExplainedPrice, 'outcome' | 'result'>,
  currency: string,
  paint: Paint,
): string[] {
  switch (outcome) {
    case 'priced':
      return facts(premiumFacts(Object(result), currency, paint), paint)
    case 'knockout':
      return [`${paint.yellow('✗')} Declined by the knockout ${String(Object(result).code)}.`]
    case 'invalid':
      return [
        `${paint.red('✗')} The answers are refused:`,
        ...listOf(result).map((error) => `  ${describeError(error)}`),
      ]
    case 'failed':
      return [
        `${paint.red('✗')} The calculation failed at ${String(Object(result).place)}: ${String(Object(result).reason)}`,
        ...(Object(result).fix === undefined ? [] : [`  ${String(Object(result).fix)}`]),
      ]
    case 'mistakes':
      // The schema leaves the result open; for this outcome the server documents problems.
      return [
        `${paint.red('✗')} The folder has mistakes.`,
        ...describeProblems(listOf(result) as readonly Problem[], paint),
      ]
  }
}

function premiumFacts(
  premium: Readonly<Record<string, unknown>>,
  currency: string,
  paint: Paint,
): [string, string][] {
  const { extra_data: extra } = premium
  return [
    ...amounts.map(([member, name]): [string, string] => {
      const amount = money(Number(premium[member]), currency)
      return [name, member === 'gross_payment_amount' ? paint.bold(amount) : amount]
    }),
    ...others.flatMap(([member, name]): [string, string][] => {
      const value = premium[member]
      return typeof value === 'string' ? [[name, value]] : []
    }),
    ...Object.entries(Object(extra)).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
}

/** The sentence of the API: `region: Must be europe or world.` */
export function describeError(error: unknown): string {
  const { field, message } = Object(error) as Record<string, unknown> // Texts, as the API documents.
  return `${String(field)}: ${String(message)}`
}

function listOf(result: unknown): readonly unknown[] {
  return Array.isArray(result) ? result : []
}
