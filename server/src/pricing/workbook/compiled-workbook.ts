import type { CellPlace, CellValue } from '@bindery/spreadsheet'
import type { Problem } from '../../kernel/index.ts'
import type { Calculation, ConstantOutput, PricingInput } from '../pricing-types.ts'

/** A cell's value for one quote. */
export interface ValuedCell {
  readonly cell: CellPlace
  readonly value: CellValue
}

/** A formula computed with the inputs saved in the file, beside what was kept there. */
export interface RecomputedFormula extends ValuedCell {
  /** Such as `Calc!B12`. */
  readonly place: string
  readonly formula: string
  readonly saved: CellValue
}

/** A workbook ready to price. */
export interface CompiledWorkbook {
  /** The fields that a quote may answer, as dotted names; `today` is not among them. */
  readonly inputs: readonly string[]
  /** Without the knockouts. */
  readonly outputs: readonly string[]
  readonly warnings: readonly Problem[]
  readonly evaluate: (input: PricingInput, options?: { readonly trace?: boolean }) => Calculation
  /** Every formula that a price can come to depend on, for comparison with the spreadsheet program. */
  readonly recompute: () => readonly RecomputedFormula[]
  /** The same, formula by formula: each pause says which cell it was. */
  readonly recomputing: () => Generator<string, readonly RecomputedFormula[]>
  /** What no answer can change. */
  readonly constants: readonly ConstantOutput[]
  /** What it comes to with what is saved in it, and whether every question has an answer there. */
  readonly evaluateSaved: () => { readonly calculation: Calculation; readonly isWhole: boolean }
  /** The cells of one quote, to put it into a copy of the file. */
  readonly cellsFor: (input: PricingInput) => {
    readonly inputs: readonly ValuedCell[]
    readonly computed: readonly ValuedCell[]
  }
}

export type CompileWorkbookResult =
  | { readonly ok: true; readonly workbook: CompiledWorkbook }
  | { readonly ok: false; readonly problems: readonly Problem[] }
