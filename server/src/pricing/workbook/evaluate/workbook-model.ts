import type { Kinds, Run } from '../../engine/index.ts'
import type { Kit, Scalar, Value } from '../../functions/index.ts'
import type { OutputValue } from '../../pricing-types.ts'
import type { CellPlace } from '../layout.ts'
import type { CellValue } from '../workbook.ts'
import type { OutputKind } from './output-value.ts'

/** Where the value of a cell is found while a quote is priced: a constant, or a slot. */
export interface CellReading {
  readonly place: string
  /** The slot that holds the value, or -1 for a constant. */
  readonly slot: number
  readonly constant: Scalar<number>
  /** The formula cell itself, where it is one. */
  readonly step: CellStep | null
}

/** A formula cell. A constant one is worked out already and has no run. */
export interface CellStep {
  readonly cell: CellPlace
  readonly place: string
  readonly formula: string
  readonly slot: number
  readonly run: Run<number> | null
  readonly constant: Scalar<number>
  /** The whole result of a formula entered for a range stays an array. */
  readonly isArray: boolean
  readonly saved: CellValue
  /** The formula cells it uses. */
  readonly uses: readonly CellStep[]
  /** The slots of the input cells and variables that it reads itself. */
  readonly given: readonly number[]
  /** What it can come to, as its shape tells. */
  readonly kinds: Kinds
}

/** Formula cells in order, and of those the ones that must be computed for each quote. */
export interface Stage {
  readonly steps: readonly CellStep[]
  /** Without the cells of tables that are the same in every quote: the file shows those. */
  readonly traced: readonly CellStep[]
  readonly live: readonly LiveStep[]
}

export interface LiveStep {
  readonly slot: number
  readonly run: Run<number>
  readonly isArray: boolean
}

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
