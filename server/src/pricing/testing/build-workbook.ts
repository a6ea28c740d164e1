import { type WorkbookParts, placed, workbookOf } from '@bindery/spreadsheet/testing'
import { describeProblem, type JsonObject } from '../../kernel/index.ts'
import type { Calculation, PricingInput } from '../pricing-types.ts'
import { type CompiledWorkbook, compileWorkbook } from '../workbook/compile-workbook.ts'
import type { InputCell, WorkbookLayout } from '../workbook/layout.ts'

export interface PricingParts extends WorkbookParts {
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

export function layoutOf(parts: PricingParts): WorkbookLayout {
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

/** A workbook that must compile. */
export function compiledWorkbook(parts: PricingParts): CompiledWorkbook {
  const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
  if (result.ok) return result.workbook
  throw new Error(result.problems.map(describeProblem).join('\n'))
}

/** The problems of a workbook, each in one line. */
export function workbookProblems(parts: PricingParts): string[] {
  const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
  return result.ok ? [] : result.problems.map(describeProblem)
}

export function quoteOf(data: JsonObject, variables: JsonObject = {}): PricingInput {
  return { data, variables, today: Temporal.PlainDate.from('2026-11-15') }
}

export function priced(workbook: CompiledWorkbook, data: JsonObject, trace = false): Calculation {
  return workbook.evaluate(quoteOf(data), { trace })
}
