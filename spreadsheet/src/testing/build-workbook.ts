import { describeProblem, type Problem } from '@bindery/rules/words'
import { compileCells } from '../compile/compile-cells.ts'
import { atOnce } from '../compile/in-slices.ts'
import { readCell, runStage } from '../compile/run-stage.ts'
import { Frame } from '../engine/index.ts'
import { isError, type Scalar } from '../functions/index.ts'
import type { Cell, CellPlace, CellValue, DefinedName, Table, Workbook } from '../workbook.ts'
import { parseAddress } from '../xlsx/cell-address.ts'

/** A cell as it is typed: text with `=` in front is a formula, `{=` one for a range: `{=A1:A3*2}B1:B3`. */
export type Typed = CellValue

export interface WorkbookParts {
  /** Cells by sheet and address: `{ Calc: { A1: 5, A2: '=A1*2' } }`. */
  readonly sheets: Readonly<Record<string, Readonly<Record<string, Typed>>>>
  readonly names?: Readonly<Record<string, string>>
  readonly tables?: readonly Table[]
  readonly links?: readonly string[]
  readonly countsFrom1904?: boolean
}

export function workbookOf(parts: WorkbookParts): Workbook {
  const names: DefinedName[] = Object.entries(parts.names ?? {}).map(([name, formula]) => ({
    name,
    formula,
    sheet: null,
  }))
  return {
    sheets: Object.entries(parts.sheets).map(([name, cells]) => ({
      name,
      cells: Object.entries(cells).map(([address, typed]) => cellOf(address, typed)),
    })),
    names,
    tables: parts.tables ?? [],
    links: parts.links ?? [],
    countsFrom1904: parts.countsFrom1904 ?? false,
  }
}

function cellOf(address: string, typed: Typed): Cell {
  const place = parseAddress(address)
  if (place === null) throw new Error(`${address} is not a cell`)
  if (typeof typed !== 'string') return { ...place, formula: null, value: typed }
  const array = /^\{=(.*)\}(.*)$/s.exec(typed)
  if (array !== null) {
    const [, formula = '', arrayRange = ''] = array
    return { ...place, formula, value: null, arrayRange }
  }
  return typed.startsWith('=')
    ? { ...place, formula: typed.slice(1), value: null }
    : { ...place, formula: null, value: typed }
}

/** `Calc!B7` as a place. */
export function placed(text: string): CellPlace {
  const [sheet = '', address = ''] = text.split('!')
  const place = parseAddress(address)
  if (place === null) throw new Error(`${text} is not a cell`)
  return { sheet, ...place }
}

/** What the formulas come to that a cell needs, by place, with values in the given cells. */
export function computed(
  parts: WorkbookParts,
  wanted: string,
  given: Readonly<Record<string, Scalar<number>>> = {},
): Record<string, CellValue> {
  const problems: Problem[] = []
  const cells = atOnce(
    compileCells(
      workbookOf(parts),
      { given: Object.keys(given).map((at) => ({ cell: placed(at) })), wanted: [[placed(wanted)]] },
      'under test',
      problems,
    ),
  )
  if (problems.length > 0) throw new Error(problems.map(describeProblem).join('\n'))
  const slots = cells.blankSlots.slice()
  Object.values(given).forEach((value, at) => {
    const slot = cells.given[at]?.slot
    if (slot !== undefined) slots[slot] = value
  })
  for (const stage of cells.stages) runStage(stage, new Frame<number>(slots, false), [])
  const shown = cells.stages
    .flatMap(({ steps }) => steps)
    .filter(({ isArray }) => !isArray)
    .map(({ cell, place }): [string, CellValue] => {
      const value = readCell(cells.reading(cell), slots)
      return [place, isError(value) ? { error: value.code } : value]
    })
  return Object.fromEntries(shown)
}

/** What one formula comes to in a sheet with the given cells; errors by their code. */
export function cellValue(
  formula: string,
  cells: Readonly<Record<string, Typed>> = {},
  more: Partial<WorkbookParts> = {},
): number | string | boolean | null {
  const sheets = { Sheet: { ...cells, Z99: `=${formula}` }, ...more.sheets }
  const value = computed({ ...more, sheets }, 'Sheet!Z99')['Sheet!Z99'] ?? null
  return typeof value === 'object' && value !== null ? value.error : value
}
