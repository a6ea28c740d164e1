import type { Json } from '../../kernel/index.ts'
import type { Calculation, PricingInput } from '../pricing-types.ts'

/** The cause of a share of a difference, in the order in which shares are found and shown. */
export const shareCauses = [
  'answer',
  'variable',
  'cell',
  'table',
  'days',
  'structure',
  'rounding',
] as const
export type ShareCause = (typeof shareCauses)[number]

/** One part of the difference between two prices, with what it comes from. */
export interface Share {
  readonly cause: ShareCause
  /** The field, the variable, `Rates!B12`, or the step or table of a formula file; empty for all others. */
  readonly place: string
  /** What a cell is by the words around it; null for everything else. */
  readonly words: SwapWords | null
  /** Null where there was no value, or one too large to show. */
  readonly before: Json
  readonly after: Json
  /** In whole minor units, never zero. */
  readonly amount: number
}

/** `factor` and `"retail"`. */
export interface SwapWords {
  readonly heading: string | null
  /** Empty where there are none. */
  readonly keys: string
  /** How many cells were swapped at once. */
  readonly cells: number
}

/** What can be put from one pricing logic into another by itself. */
export interface Swap {
  readonly cause: 'cell' | 'table'
  readonly place: string
  readonly words: SwapWords
  readonly before: Json
  readonly after: Json
}

/** How finely the parts of a pricing logic are swapped: each cell, or each table at once. */
export type Grain = 'cell' | 'table'

/** The parts of a pricing logic that another has otherwise, and the prices with some of them swapped. */
export interface SwapBench {
  /** In the order of the workbook. */
  readonly swaps: readonly Swap[]
  /** The older logic with those swaps that were made. */
  price(input: PricingInput, isMade: readonly boolean[]): Calculation
}

/** More swaps than this are made table by table, and beyond that all at once. */
export const swapsMax = 400
