import type { CellPlace } from '@bindery/spreadsheet'

/** Where a workbook takes its inputs and gives its outputs, whichever of the layouts it follows. */
export interface WorkbookLayout {
  readonly inputs: readonly InputCell[]
  /** The cells that an integration's pricing variables land in. */
  readonly predefined: readonly NamedCell[]
  readonly outputs: readonly NamedCell[]
}

export interface NamedCell {
  readonly name: string
  readonly cell: CellPlace
  /** True where its value is one of very few, the same for many prices. */
  readonly isSwapped?: boolean
}

export interface InputCell extends NamedCell {
  /** The cell that says whether an answer must be given: TRUE, FALSE or a formula. */
  readonly required: CellPlace | null
  /** The cell whose FALSE refuses the answer. */
  readonly isValid: CellPlace | null
  /** True where an answer that is not valid declines the risk instead of being a mistake. */
  readonly knocksOut: boolean
}
