import type { CellPlace, CellReading, Stage } from '@bindery/spreadsheet'
import type { Kit, Scalar, Value } from '@bindery/spreadsheet/formulas'
import type { OutputValue } from '../../pricing-types.ts'
import type { OutputKind } from './output-value.ts'

export interface InputSlot {
  readonly name: string
  readonly path: readonly string[]
  readonly cell: CellPlace
  readonly slot: number
  readonly saved: Scalar<number>
  /** True for the quote's date, which no answer replaces. */
  readonly isToday: boolean
  readonly required: CellReading | null
  readonly isValid: CellReading | null
  readonly knocksOut: boolean
}

export interface VariableSlot {
  readonly name: string
  readonly path: readonly string[]
  readonly cell: CellPlace
  readonly slot: number
  /** What the file holds, where no variable comes; null where its formula is computed instead. */
  readonly saved: Scalar<number>
  readonly isToday: boolean
}

export interface OutputCell {
  readonly name: string
  readonly kind: OutputKind
  readonly reading: CellReading
}

/** A workbook, compiled: everything that one calculation walks through. */
export interface WorkbookModel {
  readonly kit: Kit<number>
  /** The places of cells that have a name of their own, by that name in lower case. */
  readonly namedCells: ReadonlyMap<string, string>
  readonly blankSlots: readonly Value<number>[]
  readonly inputs: readonly InputSlot[]
  readonly variables: readonly VariableSlot[]
  /** What Required and IsValid need; then what knockouts need besides; then all else. */
  readonly checks: Stage
  readonly declines: Stage
  readonly prices: Stage
  /** Each with the code that it declines with. */
  readonly knockouts: readonly OutputCell[]
  readonly outputs: readonly OutputCell[]
  /** Every output with an empty value; filling a copy is quicker than growing an object. */
  readonly blankOutputs: Readonly<Record<string, OutputValue>>
}
