import type { Decimal } from '@bindery/spreadsheet/decimal'
import { constant, type Expression, Matrix, settled } from '@bindery/spreadsheet/formulas'
import { didYouMean } from '../../kernel/index.ts'
import { parseStructRef, type ReferenceIdentifier } from '@borgar/fx'
import { linesOrigin } from './lines-origin.ts'
import type { NameScope, Table } from './scope.ts'

const broken = constant<Decimal>(null)

/** A name, or a table's part such as `rates[factor]`. Names like `tax2024` look like cells. */
export function compileReference(node: ReferenceIdentifier, scope: NameScope): Expression<Decimal> {
  if (node.kind === 'table') return tablePart(node.value, scope)
  const binding = scope.names.get(node.value)
  if (binding === undefined) {
    reportUnknown(node, scope)
    return broken
  }
  if (binding.kind === 'broken') return broken
  if (binding.kind === 'value') return binding.expression
  scope.useTable(binding.table.name)
  return constant(binding.table.body)
}

function reportUnknown(node: ReferenceIdentifier, scope: NameScope): void {
  if (node.kind !== 'name' && /[:!$]/.test(node.value)) {
    scope.report(
      `${node.value} refers to spreadsheet cells, which a formula file does not have.`,
      'Use the name of an input, variable, step or table.',
    )
    return
  }
  const suggestion = didYouMean(node.value, [...scope.names.keys()])
  scope.report(
    `The name ${node.value} is not known.`,
    suggestion ??
      `Declare it under inputs, variables, tables or steps. A text is written in quotes: '"${node.value}"'.`,
  )
}

function tablePart(text: string, scope: NameScope): Expression<Decimal> {
  const reference = parseStructRef(text)
  const name = reference?.table ?? ''
  const binding = scope.names.get(name)
  if (reference === undefined || binding?.kind !== 'table') {
    if (binding?.kind !== 'broken') reportNoTable(name, scope)
    return broken
  }
  const { table } = binding
  scope.useTable(table.name)
  const section = reference.sections?.[0]?.toLowerCase() ?? 'data'
  if (section === 'this row' || section === 'totals' || (reference.sections?.length ?? 0) > 1) {
    scope.report(
      `${text} asks for a part that tables in a formula file do not have.`,
      `Use ${name}[column], ${name}[#Headers] or ${name}[#All].`,
    )
    return broken
  }
  const columns = columnRange(reference.columns ?? [], table, scope)
  if (columns === null) return broken
  if (section === 'headers') return settled(rowPart(table.headerRow, columns))
  const body = bodyPart(table, columns)
  return section === 'all' ? settled(withHeaders(table, columns, body)) : constant(body)
}

function reportNoTable(name: string, scope: NameScope): void {
  const tables = [...scope.names].filter(([, binding]) => binding.kind === 'table')
  scope.report(
    name === '' ? 'A table name is missing before the bracket.' : `There is no table ${name}.`,
    didYouMean(
      name,
      tables.map(([known]) => known),
    ) ?? 'Declare it under tables.',
  )
}

/** The first and last column asked for, zero-based; null after reporting an unknown one. */
function columnRange(
  names: readonly string[],
  table: Table,
  scope: NameScope,
): readonly [number, number] | null {
  const unknown = names.find((name) => !table.headers.includes(name))
  if (unknown !== undefined) {
    scope.report(
      `The table ${table.name} has no column ${unknown}.`,
      didYouMean(unknown, table.headers) ?? `Its columns are ${table.headers.join(', ')}.`,
    )
    return null
  }
  const [first, last] = names
  if (first === undefined) return [0, table.headers.length - 1]
  const from = table.headers.indexOf(first)
  const to = last === undefined ? from : table.headers.indexOf(last)
  return [Math.min(from, to), Math.max(from, to)]
}

function bodyPart(table: Table, [from, to]: readonly [number, number]): Matrix<Decimal> {
  if (from === 0 && to === table.headers.length - 1) return table.body
  const single = from === to ? table.columns.get(table.headers[from] ?? '') : undefined
  if (single !== undefined) return single
  const width = to - from + 1
  const cells = Array.from({ length: table.body.height * width }, (_, at) =>
    table.body.at(Math.floor(at / width), from + (at % width)),
  )
  const headers = table.headers.slice(from, to + 1)
  const part = new Matrix<Decimal>(table.body.height, width, cells, table.body.origin, headers)
  part.isStatic = true
  return part
}

function rowPart(row: Matrix<Decimal>, [from, to]: readonly [number, number]): Matrix<Decimal> {
  return new Matrix<Decimal>(1, to - from + 1, row.cells.slice(from, to + 1))
}

function withHeaders(
  table: Table,
  range: readonly [number, number],
  body: Matrix<Decimal>,
): Matrix<Decimal> {
  const headers = rowPart(table.headerRow, range)
  const cells = [...headers.cells, ...body.cells]
  return new Matrix<Decimal>(
    body.height + 1,
    body.width,
    cells,
    linesOrigin(table.file, [1, ...table.lines]),
  )
}
