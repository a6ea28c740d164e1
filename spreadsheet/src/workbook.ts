import type { ErrorCode } from './functions/index.ts'

/** What a spreadsheet file says, without its looks: plain data that can cross to another thread. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly Table[]
  /** The other files that it has links to, in the order in which formulas count them: `[1]`. */
  readonly links: readonly string[]
  /** True for files that count days from 1904 instead of 1900. */
  readonly countsFrom1904: boolean
}

export interface Sheet {
  readonly name: string
  /** Only cells with a formula or a value; rows and columns count from 1. */
  readonly cells: readonly Cell[]
}

export interface Cell {
  readonly row: number
  readonly column: number
  /** Without the equals sign; a shared formula is written out for each of its cells. */
  readonly formula: string | null
  /** The value that stands there, or that the spreadsheet program kept with the formula. */
  readonly value: CellValue
  /** A formula entered for a whole range at once, such as `B2:B9`; its first cell carries it. */
  readonly arrayRange?: string
}

/** Null is a blank, or a formula that was saved without a value. */
export type CellValue = number | string | boolean | { readonly error: ErrorCode } | null

export interface DefinedName {
  readonly name: string
  /** What it stands for, as written: `Rates!$A$2:$C$501`, or a constant or formula. */
  readonly formula: string
  /** The sheet it is known in, or null for the whole workbook. */
  readonly sheet: string | null
}

/** A table as Excel has it, for structured references such as `Rates[Factor]`. */
export interface Table {
  readonly name: string
  readonly sheet: string
  /** The whole of it with headers and totals, such as `A1:C501`. */
  readonly range: string
  readonly columns: readonly string[]
  readonly hasHeader: boolean
  readonly hasTotals: boolean
}

/** A cell of a workbook; rows and columns count from 1. */
export interface CellPlace {
  readonly sheet: string
  readonly row: number
  readonly column: number
}
