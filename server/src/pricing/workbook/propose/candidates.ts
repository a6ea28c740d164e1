import { type CellPlace, placeOf } from '@bindery/spreadsheet'
import { type CellId, positionOf, type References } from '@bindery/spreadsheet/references'
import type { CellUses } from './cell-uses.ts'
import { labelOf } from './find-label.ts'
import type { PlainValue } from './constraint.ts'

/** A cell that looks like an input or an output. */
export interface ProposedCell {
  readonly name: string
  readonly cell: CellPlace
  /** The same in words: `Quote!B3`. */
  readonly place: string
  readonly label: string | null
  readonly value: PlainValue | null
  /** The value as the workbook shows it: a day as a day, 0.02 as `2 %`. */
  readonly shown: string
  readonly reason: string
  /** False for one that might be meant all the same. */
  readonly isProposed: boolean
  /** True for cells that are rarely chosen: rates, factors, steps of the calculation. */
  readonly isUnlikely: boolean
}

/** A cell that might become one. */
export interface Candidate {
  readonly id: CellId
  readonly place: CellPlace
  readonly label: string | null
  /** Such as `EUR`, where it stands beside the label. */
  readonly unit: string | null
  readonly value: PlainValue | null
}

export function candidateAt(id: CellId, references: References, uses: CellUses): Candidate {
  const { sheet, row, column } = positionOf(id)
  const grid = references.grids[sheet]
  if (grid === undefined) throw new Error('a cell stands on a sheet')
  const value = grid.cellAt(row, column)?.value ?? null
  const isAnswer = (...at: [number, number]) => uses.computedWith.has(grid.id(...at))
  const label = labelOf(grid, row, column, isAnswer)
  return {
    id,
    place: { sheet: grid.name, row, column },
    label: label?.text ?? null,
    unit: label?.unit ?? null,
    value: typeof value === 'object' ? null : value,
  }
}

export interface Proposal {
  readonly name: string
  readonly reason: string
  readonly isProposed: boolean
  readonly isUnlikely: boolean
}

export function proposed({ place, label, value }: Candidate, proposal: Proposal): ProposedCell {
  const shown = value === null ? '' : String(value)
  return { cell: place, place: placeOf(place), label, value, shown, ...proposal }
}

/** The same name twice gets a number. */
export function distinctly(cells: readonly ProposedCell[]): ProposedCell[] {
  const taken = new Set<string>()
  return cells.map((one) => {
    let { name } = one
    for (let number = 2; taken.has(name); number++) name = `${one.name}_${number}`
    taken.add(name)
    return { ...one, name }
  })
}
