import { isDeepStrictEqual } from 'node:util'
import { type Decimal, subtract } from '@bindery/spreadsheet/decimal'
import type { Json, JsonObject } from '../../kernel/index.ts'
import { toMinorUnits } from '../premium/output-reader.ts'
import { toPremium } from '../premium/to-premium.ts'
import type { Calculation, PricingInput } from '../pricing-types.ts'
import { exactPayment } from './exact-payment.ts'
import type { PreparedSwaps } from './prepare-swaps.ts'
import type { Share } from './share.ts'

/** The fields of a product, in the order in which their answers are explained. */
export interface AnswerFields {
  /** The product's fields, in its order. */
  readonly fields: readonly string[]
  /** Those that are days of the cover: they move with the day of pricing. */
  readonly dayFields: readonly string[]
}

export type ExplainedDifference =
  | {
      readonly outcome: 'explained'
      /** The amount of one payment, in whole minor units. */
      readonly before: number
      readonly after: number
      /** They sum to the difference, to the cent. */
      readonly shares: readonly Share[]
    }
  | { readonly outcome: 'unpriced'; readonly side: 'before' | 'after' }

/**
 * Why one price differs from another, in shares. From the older price on, one thing after the other
 * becomes as it is in the newer one, in a fixed order: answers in the order of the product's fields,
 * pricing variables, cells and tables in the order of the workbook, days. Each share is what the exact
 * price moved by, in whole minor units. Whatever gives no price by itself is left as it was, and
 * becomes so with all that cannot be swapped: the share `structure`. What is left of the difference
 * after that is `rounding`.
 */
export function explainDifference(
  swaps: PreparedSwaps,
  before: PricingInput,
  after: PricingInput,
  answerFields: AnswerFields,
  /** The calculation of the newer price, if it is known. */
  known: Calculation | null = null,
): ExplainedDifference {
  const first = swaps.priceBefore(unchecked(before))
  const last = known ?? swaps.priceAfter(unchecked(after))
  const [was, is] = [paymentOf(first), paymentOf(last)]
  if (was === null) return { outcome: 'unpriced', side: 'before' }
  if (is === null) return { outcome: 'unpriced', side: 'after' }
  const walk = new Walk(swaps, before, was.exact)
  for (const step of stepsBetween(swaps, before, after, answerFields)) walk.take(step)
  walk.arrive(is.exact)
  return {
    outcome: 'explained',
    before: was.cents,
    after: is.cents,
    shares: rounded(walk.shares, is.cents - was.cents),
  }
}

type ShareOrigin = Omit<Share, 'amount'>

interface State {
  readonly input: PricingInput
  readonly isMade: readonly boolean[]
}

interface Step extends ShareOrigin {
  readonly apply: (state: State) => State
}

interface ExactShare extends ShareOrigin {
  readonly exact: Decimal
}

class Walk {
  readonly shares: ExactShare[] = []
  readonly #swaps: PreparedSwaps
  #state: State
  #exact: Decimal

  constructor(swaps: PreparedSwaps, input: PricingInput, exact: Decimal) {
    this.#swaps = swaps
    this.#state = { input: unchecked(input), isMade: swaps.swaps.map(() => false) }
    this.#exact = exact
  }

  take({ apply, ...origin }: Step): void {
    const state = apply(this.#state)
    const exact = exactPayment(this.#swaps.price(state.input, state.isMade))
    // A swap that gives no price by itself is made together with the structure.
    if (exact === null) return
    this.#state = state
    this.#move(origin, exact)
  }

  arrive(exact: Decimal): void {
    this.#move({ ...nameless, cause: 'structure' }, exact)
  }

  #move(origin: ShareOrigin, exact: Decimal): void {
    this.shares.push({ ...origin, exact: subtract(exact, this.#exact) })
    this.#exact = exact
  }
}

const nameless = { place: '', words: null, before: null, after: null } as const

function stepsBetween(
  { swaps }: PreparedSwaps,
  before: PricingInput,
  after: PricingInput,
  { fields, dayFields }: AnswerFields,
): Step[] {
  const answers = differing(before.data, after.data, fields)
  const variables = differing(before.variables, after.variables, [])
  const days = answers.filter((name) => dayFields.includes(name))
  return [
    ...answers
      .filter((name) => !dayFields.includes(name))
      .map((name): Step => ({
        cause: 'answer',
        place: name,
        words: null,
        ...valuesOf(before.data, after.data, name),
        apply: withInput((input) => ({ ...input, data: put(input.data, after.data, [name]) })),
      })),
    ...variables.map((name): Step => ({
      cause: 'variable',
      place: name,
      words: null,
      ...valuesOf(before.variables, after.variables, name),
      apply: withInput((input) => ({
        ...input,
        variables: put(input.variables, after.variables, [name]),
      })),
    })),
    ...swaps.map((swap, at): Step => ({
      ...swap,
      apply: ({ input, isMade }) => ({ input, isMade: isMade.with(at, true) }),
    })),
    ...(days.length === 0 && before.today.equals(after.today)
      ? []
      : [
          {
            cause: 'days',
            place: '',
            words: null,
            before: before.today.toString(),
            after: after.today.toString(),
            apply: withInput((input) => ({
              ...input,
              today: after.today,
              data: put(input.data, after.data, days),
            })),
          } satisfies Step,
        ]),
  ]
}

function withInput(change: (input: PricingInput) => PricingInput): Step['apply'] {
  return ({ input, isMade }) => ({ input: unchecked(change(input)), isMade })
}

/** Members that differ: known fields in their order, then all others by name. */
function differing(
  before: JsonObject,
  after: JsonObject,
  answerFields: readonly string[],
): string[] {
  if (before === after) return []
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const known = [...new Set(answerFields.map((field) => field.split('.')[0] ?? field))]
  const ordered = [
    ...known.filter((name) => names.has(name)),
    ...[...names].filter((name) => !known.includes(name)).toSorted(),
  ]
  return ordered.filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

function valuesOf(before: JsonObject, after: JsonObject, name: string) {
  return { before: memberOf(before, name), after: memberOf(after, name) }
}

function memberOf(object: JsonObject, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null
}

/** The members as the other has them: gone where it has none. */
function put(object: JsonObject, other: JsonObject, names: readonly string[]): JsonObject {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name))
  const added = names.filter((name) => Object.hasOwn(other, name))
  return Object.fromEntries([...kept, ...added.map((name) => [name, memberOf(other, name)])])
}

/** Answers were checked at the sale, so mixtures of two sets of answers are not checked again. */
function unchecked(input: PricingInput): PricingInput {
  return { ...input, held: Object.keys(input.data) }
}

function paymentOf(calculation: Calculation): { cents: number; exact: Decimal } | null {
  const exact = exactPayment(calculation)
  const priced = toPremium(calculation)
  if (exact === null || priced.outcome !== 'priced') return null
  return { cents: priced.premium.grossPaymentAmount, exact }
}

/** Rounds each share to whole minor units; the last share is the remainder. */
function rounded(shares: readonly ExactShare[], difference: number): Share[] {
  const whole = shares.map(({ exact, ...share }) => ({ ...share, amount: toMinorUnits(exact) }))
  const left = whole.reduce((rest, { amount }) => rest - amount, difference)
  return [...whole, { ...nameless, cause: 'rounding', amount: left } as const].filter(
    ({ amount }) => amount !== 0,
  )
}
