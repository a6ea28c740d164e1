import type { Decimal } from '@bindery/spreadsheet/decimal'
import type { Expression, Matrix, Scalar, Value } from '@bindery/spreadsheet/formulas'

/** Formula files compute in exact decimals. */
export type FormulaScalar = Scalar<Decimal>
export type FormulaValue = Value<Decimal>

/** A table as formulas see it. */
export interface Table {
  readonly name: string
  readonly file: string
  readonly headers: readonly string[]
  /** The line of the file that each data row stands on. */
  readonly lines: readonly number[]
  /** All data rows, with the headers as column names. */
  readonly body: Matrix<Decimal>
  /** One static matrix per column, so that each is indexed once. */
  readonly columns: ReadonlyMap<string, Matrix<Decimal>>
  /** The header row; names that read as numbers are numbers, so that bands can be searched. */
  readonly headerRow: Matrix<Decimal>
}

/** What a name stands for. A broken one has a problem of its own already. */
export type Binding =
  | { readonly kind: 'value'; readonly expression: Expression<Decimal> }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'broken' }

/** The names of a formula file, and where mistakes with them are left. */
export interface NameScope {
  readonly names: ReadonlyMap<string, Binding>
  /** Notes that a table is in use. */
  readonly useTable: (name: string) => void
  readonly report: (message: string, fix: string) => void
}
