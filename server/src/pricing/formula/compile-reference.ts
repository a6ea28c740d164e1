import { parseStructRef, type ReferenceIdentifier } from '@borgar/fx'
import { Matrix } from '../functions/index.ts'
import { nearest } from '../grammar/nearest.ts'
import { constant, type Expression } from './frame.ts'
import { report, type Scope, type Table } from './scope.ts'

const broken = constant(null)

/** A name, or a table's part such as `rates[factor]`. Names like `tax2024` look like cells. */
export function compileReference(node: ReferenceIdentifier, scope: Scope): Expression {
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

function reportUnknown(node: ReferenceIdentifier, scope: Scope): void {
  if (node.kind !== 'name' && /[:!$]/.test(node.value)) {
    report(
      scope,
      `${node.value} refers to spreadsheet cells, which a formula file does not have.`,
      'Use the name of an input, variable, step or table.',
    )
    return
  }
  const suggestion = nearest(node.value, [...scope.names.keys()])
  report(
    scope,
    `The name ${node.value} is not known.`,
    suggestion ?? 'Declare it under inputs, variables, tables or steps.',
  )
}

function tablePart(text: string, scope: Scope): Expression {
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
    report(
      scope,
      `${text} asks for a part that tables in a formula file do not have.`,
      `Use ${name}[column], ${name}[#Headers] or ${name}[#All].`,
    )
    return broken
  }
  const columns = columnRange(reference.columns ?? [], table, scope)
  if (columns === null) return broken
  if (section === 'headers') return settledPart(rowPart(table.headerRow, columns))
  const body = bodyPart(table, columns)
  return section === 'all' ? settledPart(withHeaders(table, columns, body)) : constant(body)
}

function reportNoTable(name: string, scope: Scope): void {
  const tables = [...scope.names].filter(([, binding]) => binding.kind === 'table')
  report(
    scope,
    name === '' ? 'A table name is missing before the bracket.' : `There is no table ${name}.`,
    nearest(
      name,
      tables.map(([known]) => known),
    ) ?? 'Declare it under tables.',
  )
}

/** The first and last column asked for, zero-based; null after reporting an unknown one. */
function columnRange(
  names: readonly string[],
  table: Table,
  scope: Scope,
): readonly [number, number] | null {
  const unknown = names.find((name) => !table.headers.includes(name))
  if (unknown !== undefined) {
    report(
      scope,
      `The table ${table.name} has no column ${unknown}.`,
      nearest(unknown, table.headers) ?? `Its columns are ${table.headers.join(', ')}.`,
    )
    return null
  }
  const [first, last] = names
  if (first === undefined) return [0, table.headers.length - 1]
  const from = table.headers.indexOf(first)
  const to = last === undefined ? from : table.headers.indexOf(last)
  return [Math.min(from, to), Math.max(from, to)]
}

function bodyPart(table: Table, [from, to]: readonly [number, number]): Matrix {
  if (from === 0 && to === table.headers.length - 1) return table.body
  const single = from === to ? table.columns.get(table.headers[from] ?? '') : undefined
  if (single !== undefined) return single
  const width = to - from + 1
  const cells = Array.from({ length: table.body.height * width }, (_, at) =>
    table.body.at(Math.floor(at / width), from + (at % width)),
  )
  const headers = table.headers.slice(from, to + 1)
  const part = new Matrix(table.body.height, width, cells, table.body.origin, headers)
  part.isStatic = true
  return part
}

function rowPart(row: Matrix, [from, to]: readonly [number, number]): Matrix {
  return new Matrix(1, to - from + 1, row.cells.slice(from, to + 1))
}

function withHeaders(table: Table, range: readonly [number, number], body: Matrix): Matrix {
  const headers = rowPart(table.headerRow, range)
  const lines = [1, ...(body.origin?.lines ?? [])]
  const cells = [...headers.cells, ...body.cells]
  return new Matrix(body.height + 1, body.width, cells, { file: table.file, lines })
}

function settledPart(matrix: Matrix): Expression {
  matrix.isStatic = true
  return constant(matrix)
}
