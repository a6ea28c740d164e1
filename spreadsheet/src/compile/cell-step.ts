import type { Kinds, Run } from '../engine/index.ts'
import type { Scalar } from '../functions/index.ts'
import type { CellPlace, CellValue } from '../workbook.ts'

/** Where the value of a cell is found while cells are computed: a constant, or a slot. */
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
  /** The kinds of value that it can give, as far as its shape shows. */
  readonly kinds: Kinds
}

/** Formula cells in order, and of those the ones that must be computed each time. */
export interface Stage {
  readonly steps: readonly CellStep[]
  /** Without the cells of tables that are the same every time: the file shows those. */
  readonly traced: readonly CellStep[]
  readonly live: readonly LiveStep[]
}

export interface LiveStep {
  readonly slot: number
  readonly run: Run<number>
  readonly isArray: boolean
}
