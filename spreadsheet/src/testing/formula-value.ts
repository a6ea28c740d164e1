import type { Problem } from '@bindery/rules/words'
import { parseStructRef, type ReferenceIdentifier } from '@borgar/fx'
import { plainWords } from '../compile/plain-words.ts'
import { type Decimal, parseDecimal, toText } from '../decimal/index.ts'
import {
  compileExpression,
  constant,
  decimalArithmetic,
  Frame,
  runOf,
  type Scope,
} from '../engine/index.ts'
import { decimalLibrary, isError, isMatrix, Matrix, type Value } from '../functions/index.ts'
import { parseFormula } from '../grammar/parse-formula.ts'

/** What a formula comes to, in exact decimals; tables are given as CSV by name. */
export function formulaValue(
  formula: string,
  tables: Readonly<Record<string, string>> = {},
): string {
  const parsed = parseFormula(formula)
  if (!parsed.ok) throw new Error(parsed.message)
  const problems: Problem[] = []
  let slotCount = 0
  const scope: Scope<Decimal> = {
    file: 'under test',
    place: '',
    problems,
    library: decimalLibrary,
    arithmetic: decimalArithmetic,
    words: { ...plainWords, refusesHiddenRows: true },
    locals: new Map(),
    nameKey: (name) => name,
    newSlot: () => slotCount++,
    reference: (node) => constant<Decimal>(tablePart(node, tables)),
  }
  const expression = compileExpression(parsed.expression, scope)
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '))
  return show(runOf(expression)(new Frame<Decimal>([], false)))
}

/** `rates`, `rates[factor]`, `rates[[small]:[large]]`, `rates[#All]` or `rates[[#Headers],[small]]`. */
function tablePart(
  { kind, value }: ReferenceIdentifier,
  tables: Readonly<Record<string, string>>,
): Matrix<Decimal> {
  const part = kind === 'table' ? parseStructRef(value) : { table: value }
  const [headers = [], ...body] = (tables[part?.table ?? ''] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  const [first = headers[0], last = part?.columns?.[0] ?? headers.at(-1)] = part?.columns ?? []
  const [from, to] = [headers.indexOf(first ?? ''), headers.indexOf(last ?? '') + 1]
  if (from < 0 || to < 1) throw new Error(`There is no ${value}.`)
  const section = part?.sections?.[0]?.toLowerCase()
  const rows = section === 'headers' ? [headers] : section === 'all' ? [headers, ...body] : body
  const cells = rows
    .flatMap((row) => row.slice(from, to))
    .map((text) => parseDecimal(text) ?? (text === '' ? null : text))
  const matrix = new Matrix<Decimal>(rows.length, to - from, cells, null, headers.slice(from, to))
  matrix.isStatic = true
  return matrix
}

function show(value: Value<Decimal>): string {
  if (isMatrix(value)) return `{${value.cells.map(show).join('; ')}}`
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return isError(value) ? value.code : toText(value)
}
