import type { Problem } from '../../../kernel/index.ts'
import { type ProposedField, type SaleCells, type Frequency } from '../../../pricing/index.ts'
import type { RenewalKind } from '../../product-definition.ts'

/** Options for a sale that the workbook does not decide; null for an option that is left open. */
export interface SaleWish {
  /** A question with a day, `ask` or `today`. */
  readonly start: string | null
  /** A duration such as P1Y, `open`, or a question, as `term_years:years`. */
  readonly term: string | null
  /** Plans such as `month,year`, or the question that says how often one pays. */
  readonly pay: string | null
  readonly premiumFor: string | null
  readonly renewal: string | null
  /** Whether cover without an end may be sold for a single payment. */
  readonly maySellOpenForOnePayment: boolean
}

/** A question that a sale needs answered, and the answer that the workbook suggests. */
export interface SaleQuestion {
  readonly name: 'start' | 'term' | 'pay' | 'premium_for' | 'renewal'
  /** The answer that was given or found; null if there is none. */
  readonly answer: string | null
  /** Why it is taken; empty without an answer. */
  readonly reason: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** One question of a sale: its answer, or the problems with it. */
export interface Settled<Answer> {
  /** Null if no question is open. */
  readonly question: SaleQuestion | null
  readonly settled: Answer | null
  readonly problems: readonly Problem[]
}

/** How a drafted product is sold. */
export interface Sale {
  readonly plans: readonly Frequency[]
  /** The question that is answered by choosing a plan. */
  readonly planQuestion: string | null
  /** Its answer for each plan; null where these are the keys themselves. */
  readonly planAnswers: Readonly<Partial<Record<Frequency, string>>> | null
  readonly renewal: RenewalKind
  /** Answers that a renewal replaces. */
  readonly renewed: Readonly<Record<string, 'start' | 'end' | { readonly add: number }>>
  /** The questions of the quote, with those that only the sale needs. */
  readonly fields: readonly ProposedField[]
  /** The outputs that the workbook gets beside the price. */
  readonly cells: SaleCells
}

/** A problem with an answer; its place is the option and the member of the API. */
export function saleProblem(
  name: SaleQuestion['name'] | 'single_payment',
  message: string,
  fix: string,
): Problem {
  return { file: 'pricing.xlsx', place: name, message, fix }
}

/** Refuses an option for a value that the workbook already gives as an output. */
export function refuseOutputTwice(
  name: SaleQuestion['name'],
  wished: string | null,
  output: string,
): readonly Problem[] {
  if (wished === null) return []
  const message = `The workbook puts out ${output} itself, so ${wished} would not count.`
  return [
    saleProblem(name, message, `Leave --${name} out (${name} in the API), or change the workbook.`),
  ]
}
