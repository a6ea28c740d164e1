import { compare, Decimal, toDouble } from '@bindery/spreadsheet/decimal'
import { isError } from '@bindery/spreadsheet/formulas'
import type { Json, Problem } from '../../kernel/index.ts'
import type { PricingFiles } from '../pricing-types.ts'
import { type Grain, type Swap, type SwapBench, swapsMax } from '../shares/share.ts'
import { compileFormula } from './compile-formula.ts'
import { readTables } from './compile-formula-pricing.ts'
import { evaluate } from './evaluate.ts'
import type { FormulaFile } from './formula-file.ts'
import type { FormulaModel } from './model.ts'
import { readFormulaFile, readYaml } from './read-formula-file.ts'
import type { FormulaScalar, Table } from './scope.ts'
import { tableOf } from './table-of.ts'

/** The pricing.yaml of a folder, by the folder's name with its slash. */
export interface FormulaFolder {
  readonly files: PricingFiles
  readonly prefix: string
}

/**
 * What of one formula file can be put into another by itself: rows of tables that have the same rows,
 * whole tables that have the same columns, and the formulas of steps and outputs by their names.
 */
export function swapFormulas(
  before: FormulaFolder,
  after: FormulaFolder,
  grain: Grain,
): SwapBench | null {
  const [old, now] = [read(before), read(after)]
  if (old === null || now === null) return null
  const fine = partsOf(old, now, grain)
  const parts = fine.length > swapsMax ? partsOf(old, now, 'table') : fine
  const known = new Map<string, { readonly file: Read; readonly model: FormulaModel | null }>()
  /** The old file with what was swapped; mostly one part more than in one that is known. */
  const fileWith = (made: readonly number[]): Read => {
    const last = parts[made.at(-1) ?? -1]
    if (last === undefined) return old
    const before = made.slice(0, -1)
    return last.putInto(known.get(before.join())?.file ?? fileWith(before))
  }
  const modelOf = (isMade: readonly boolean[]): FormulaModel | null => {
    const made = parts.flatMap((_, at) => (isMade[at] === true ? [at] : []))
    const key = made.join()
    const found = known.get(key)
    if (found !== undefined) return found.model
    const file = fileWith(made)
    const model = compile(file)
    const [oldest = ''] = known.keys()
    if (known.size >= (parts.length < modelsKeptMax ? modelsKeptMax : 2)) known.delete(oldest)
    known.set(key, { file, model })
    return model
  }
  return {
    swaps: parts.map(({ swap }) => swap),
    price: (input, isMade) => {
      const model = modelOf(isMade)
      if (model !== null) return evaluate(model, input, false)
      return {
        outcome: 'failed',
        place: old.file,
        reason: 'does not compile with what was swapped',
      }
    },
  }
}

/** Prices of many customers go through the same ones again and again; but each has tables of its own. */
const modelsKeptMax = 32

interface Read {
  readonly file: string
  readonly declared: FormulaFile
  readonly tables: ReadonlyMap<string, Table | null>
}

function read({ files, prefix }: FormulaFolder): Read | null {
  const file = `${prefix}pricing.yaml`
  const problems: Problem[] = []
  const text = new TextDecoder().decode(files.get(file))
  const document = readYaml(text, file, problems)
  const declared = document === null ? null : readFormulaFile(document, file, problems)
  if (declared === null) return null
  const { tables } = readTables(declared, { files, prefix, file }, problems)
  return problems.length === 0 ? { file, declared, tables } : null
}

function compile({ declared, tables, file }: Read): FormulaModel | null {
  const problems: Problem[] = []
  const { model } = compileFormula(declared, tables, file, problems)
  return problems.length === 0 ? model : null
}

interface Part {
  readonly swap: Swap
  readonly putInto: (file: Read) => Read
}

/** In the order of the file: tables, steps, outputs. */
function partsOf(old: Read, now: Read, grain: Grain): Part[] {
  const tables = now.declared.tables.flatMap(({ name }) => {
    const [was, is] = [old.tables.get(name), now.tables.get(name)]
    return was && is ? tableParts(was, is, grain) : []
  })
  return [...tables, ...formulaParts(old, now, 'steps'), ...formulaParts(old, now, 'outputs')]
}

/** Steps and outputs have names, by which they stand for themselves whatever their formulas are. */
function formulaParts(old: Read, now: Read, list: 'steps' | 'outputs'): Part[] {
  return now.declared[list].flatMap((formula): Part[] => {
    const { name } = formula
    const was = old.declared[list].find((one) => one.name === name)
    if (was === undefined || was.formula.trim() === formula.formula.trim()) return []
    return [
      {
        swap: {
          cause: 'cell',
          place: `${list === 'steps' ? 'step' : 'output'} ${name}`,
          words: { heading: name, keys: '', cells: 1 },
          before: plainValue(was.formula),
          after: plainValue(formula.formula),
        },
        putInto: (file) => {
          const put = file.declared[list].map((one) => (one.name === name ? formula : one))
          return { ...file, declared: { ...file.declared, [list]: put } }
        },
      },
    ]
  })
}

/** A number as one, any other formula as it is written. */
function plainValue(formula: string): Json {
  const number = Number(formula)
  return formula.trim() === '' || Number.isNaN(number) ? formula.trim() : number
}

/** Cells of tables that are copied for single rows, one after the other. */
const cellsCopiedMax = 5_000_000

function tableParts(old: Table, now: Table, grain: Grain): Part[] {
  if (old.headers.join('\n') !== now.headers.join('\n')) return []
  const changed = changedRows(old, now)
  if (changed?.length === 0) return []
  const isFew =
    changed !== null &&
    changed.length <= swapsMax &&
    changed.length * now.body.cells.length <= cellsCopiedMax
  if (grain === 'cell' && isFew) {
    return changed.map((row) => rowPart(old, now, row))
  }
  const cells = changed?.reduce((sum, { columns }) => sum + columns.length, 0) ?? now.lines.length
  return [
    {
      swap: {
        cause: 'table',
        place: now.file,
        words: { heading: null, keys: '', cells },
        before: null,
        after: null,
      },
      putInto: (file) => ({ ...file, tables: new Map(file.tables).set(now.name, now) }),
    },
  ]
}

interface ChangedRow {
  readonly row: number
  readonly columns: readonly number[]
}

/** Rows in which something differs; null where the tables do not have the same rows in the same order. */
function changedRows(old: Table, now: Table): ChangedRow[] | null {
  if (old.body.height !== now.body.height) return null
  const changed: ChangedRow[] = []
  for (let row = 0; row < now.body.height; row++) {
    const columns = now.headers.flatMap((_, column) =>
      isSame(old.body.at(row, column), now.body.at(row, column)) ? [] : [column],
    )
    // The first column says which row it is.
    if (columns.includes(0)) return null
    if (columns.length > 0) changed.push({ row, columns })
  }
  return changed
}

function rowPart(old: Table, now: Table, { row, columns }: ChangedRow): Part {
  const [column = 0] = columns
  const isOne = columns.length === 1
  const values = ({ body, headers }: Table): Json =>
    isOne
      ? plain(body.at(row, column))
      : Object.fromEntries(columns.map((at) => [headers[at] ?? '', plain(body.at(row, at))]))
  return {
    swap: {
      cause: 'cell',
      place: `${now.file} row ${now.lines[row] ?? row}`,
      words: {
        heading: isOne ? (now.headers[column] ?? null) : null,
        keys: JSON.stringify(plain(now.body.at(row, 0))),
        cells: columns.length,
      },
      before: values(old),
      after: values(now),
    },
    putInto: (file) => {
      const table = file.tables.get(now.name) ?? old
      const cells = table.body.cells.slice()
      for (const at of columns) cells[row * now.headers.length + at] = now.body.at(row, at)
      return { ...file, tables: new Map(file.tables).set(now.name, tableOf(table, cells)) }
    },
  }
}

function isSame(a: FormulaScalar, b: FormulaScalar): boolean {
  return a === b || (a instanceof Decimal && b instanceof Decimal && compare(a, b) === 0)
}

function plain(value: FormulaScalar): Json {
  if (value instanceof Decimal) return toDouble(value)
  return isError(value) ? value.code : value
}
