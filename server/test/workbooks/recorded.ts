import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Workbook } from '@bindery/spreadsheet'
import type { JsonObject } from '../../src/kernel/index.ts'
import {
  type CompiledWorkbook,
  compileWorkbook,
} from '../../src/pricing/workbook/compile-workbook.ts'
import type { WorkbookLayout } from '../../src/pricing/workbook/layout.ts'
import { readWorkbook } from '../../src/pricing/workbook/read-workbook.ts'

/** What the oracle saw in a cell; an error without a code may be any error. */
export type RecordedValue = number | string | boolean | null | { readonly error: string | null }

/** One customer's answers, and what the spreadsheet program made of them, cell by cell. */
export interface RecordedCase {
  readonly today: string
  readonly data: JsonObject
  readonly variables: JsonObject
  /** Every recorded cell by its place, such as `Calc!B12`. */
  readonly cells: ReadonlyMap<string, RecordedValue>
}

export interface RecordedWorkbook {
  readonly workbook: Workbook
  readonly layout: WorkbookLayout
  readonly compiled: CompiledWorkbook
  readonly cases: readonly RecordedCase[]
}

export const recordedNames = ['motor', 'travel', 'household', 'term-life', 'pet', 'cyber'] as const

/** A workbook read and compiled, with its recorded cases; its problems are thrown. */
export async function readRecorded(name: string): Promise<RecordedWorkbook> {
  const read = readWorkbook(await readFile(workbookAt(name)))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const result = compileWorkbook(read.workbook, read.layout)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return {
    workbook: read.workbook,
    layout: read.layout,
    compiled: result.workbook,
    cases: await readCases(name),
  }
}

export const fixture = (file: string) => new URL(`fixtures/${file}`, import.meta.url)

function workbookAt(name: string): URL {
  if (name !== 'cyber') return fixture(`${name}.xlsx`)
  return new URL('../../../examples/cyber/pricing.xlsx', import.meta.url)
}

/** As README.md describes them. */
interface RecordedFile {
  readonly cells: readonly string[]
  readonly fixed: Readonly<Record<string, RecordedValue>>
  readonly cases: readonly (Omit<RecordedCase, 'cells'> & {
    readonly answers: readonly RecordedValue[]
  })[]
}

async function readCases(name: string): Promise<RecordedCase[]> {
  const packed = await readFile(fixture(`${name}.answers.json.gz`))
  const file = JSON.parse(gunzipSync(packed).toString()) as RecordedFile // We recorded it ourselves.
  return file.cases.map(({ answers, ...given }) => ({
    ...given,
    cells: new Map([
      ...Object.entries(file.fixed),
      ...file.cells.map((place, at) => [place, answers[at] ?? null] as const),
    ]),
  }))
}
