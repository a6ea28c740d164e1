import {
  type Cell,
  type CellPlace,
  type CellValue,
  type DefinedName,
  parseAddress,
  type Table,
  type Workbook,
} from '@bindery/spreadsheet'
import { describeProblem, type JsonObject } from '../../kernel/index.ts'
import type { Calculation, PricingInput } from '../pricing-types.ts'
import { type CompiledWorkbook, compileWorkbook } from '../workbook/compile-workbook.ts'
import type { InputCell, WorkbookLayout } from '../workbook/layout.ts'

/** A cell as it is typed: text with `=` in front is a formula, `{=` one for a range: `{=A1:A3*2}B1:B3`. */
export type Typed = CellValue

export interface WorkbookParts {
  /** Cells by sheet and address: `{ Calc: { A1: 5, A2: '=A1*2' } }`. */
  readonly sheets: Readonly<Record<string, Readonly<Record<string, Typed>>>>
  readonly names?: Readonly<Record<string, string>>
  readonly tables?: readonly Table[]
  readonly links?: readonly string[]
  readonly countsFrom1904?: boolean
  /** Input cells by field: `{ age: 'Calc!A1' }`, or with their Required and IsValid cells. */
  readonly inputs?: Readonly<Record<string, string | TypedInput>>
  readonly predefined?: Readonly<Record<string, string>>
  readonly outputs?: Readonly<Record<string, string>>
}

export interface TypedInput {
  readonly cell: string
  readonly required?: string
  readonly isValid?: string
  readonly knocksOut?: boolean
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
  if (place === null) throw new Error(`${address} is no cell`)
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

export function layoutOf(parts: WorkbookParts): WorkbookLayout {
  const namedCells = (cells: Readonly<Record<string, string>> = {}) =>
    Object.entries(cells).map(([name, cell]) => ({ name, cell: placed(cell) }))
  return {
    inputs: Object.entries(parts.inputs ?? {}).map(([name, input]): InputCell => {
      const typed = typeof input === 'string' ? { cell: input } : input
      return {
        name,
        cell: placed(typed.cell),
        required: typed.required === undefined ? null : placed(typed.required),
        isValid: typed.isValid === undefined ? null : placed(typed.isValid),
        knocksOut: typed.knocksOut ?? false,
      }
    }),
    predefined: namedCells(parts.predefined),
    outputs: namedCells(parts.outputs),
  }
}

function placed(text: string): CellPlace {
  const [sheet = '', address = ''] = text.split('!')
  const place = parseAddress(address)
  if (place === null) throw new Error(`${text} is no cell`)
  return { sheet, ...place }
}

/** A workbook that must compile. */
export function compiledWorkbook(parts: WorkbookParts): CompiledWorkbook {
  const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
  if (result.ok) return result.workbook
  throw new Error(result.problems.map(describeProblem).join('\n'))
}

/** The problems of a workbook, each in one line. */
export function workbookProblems(parts: WorkbookParts): string[] {
  const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
  return result.ok ? [] : result.problems.map(describeProblem)
}

export function quoteOf(data: JsonObject, variables: JsonObject = {}): PricingInput {
  return { data, variables, today: Temporal.PlainDate.from('2026-11-15') }
}

/** The values of all formulas for one quote, by place. */
export function cellsOf(
  workbook: CompiledWorkbook,
  data: JsonObject = {},
): Record<string, CellValue> {
  const { computed } = workbook.cellsFor(quoteOf(data))
  const places = workbook.recompute().map(({ place }) => place)
  return Object.fromEntries(computed.map(({ value }, at) => [places[at] ?? '', value]))
}

/** What one formula comes to in a sheet with the given cells; errors by their code. */
export function cellValue(
  formula: string,
  cells: Readonly<Record<string, Typed>> = {},
  more: Partial<WorkbookParts> = {},
): number | string | boolean | null {
  const workbook = compiledWorkbook({
    ...more,
    sheets: { Sheet: { ...cells, Z99: `=${formula}`, Z98: 1, Z97: 0.19 }, ...more.sheets },
    // The formula is asked for through a check, where errors do no harm.
    inputs: { probe: { cell: 'Sheet!Z96', isValid: 'Sheet!Z99' }, ...more.inputs },
    outputs: { gross_premium: 'Sheet!Z98', tax_rate: 'Sheet!Z97' },
  })
  const value = cellsOf(workbook)['Sheet!Z99'] ?? null
  return typeof value === 'object' && value !== null ? value.error : value
}

export function priced(workbook: CompiledWorkbook, data: JsonObject, trace = false): Calculation {
  return workbook.evaluate(quoteOf(data), { trace })
}
