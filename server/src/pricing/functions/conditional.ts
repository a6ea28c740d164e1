import { Decimal, ofInteger } from '../decimal/index.ts'
import { type Criterion, criterionOf } from './criterion.ts'
import { matrix, type MatrixFunction } from './definition.ts'
import { Matrix } from './matrix.ts'
import { average, largest, smallest, sum } from './statistics.ts'
import { FormulaError, type Scalar, type Value, wrongValue } from './value.ts'

export const conditional = {
  SUMIFS: overFitting(sum),
  AVERAGEIFS: overFitting(average),
  MINIFS: overFitting(smallest),
  MAXIFS: overFitting(largest),
  SUMIF: overOne(sum),
  AVERAGEIF: overOne(average),
  COUNTIFS: matrix((values) => countFitting(values)),
  COUNTIF: matrix((values) => countFitting(values)),
}

/** SUMIFS(sum_range, range, criterion, ...): the numbers in the rows that fit every criterion. */
function overFitting(call: (numbers: readonly Decimal[]) => Scalar): MatrixFunction {
  return matrix(([range, ...pairs]) => {
    const rows = fittingRows(pairs)
    if (rows instanceof FormulaError) return rows
    return overRows(range, rows, pairs[0], call)
  })
}

/** SUMIF(range, criterion, [sum_range]). */
function overOne(call: (numbers: readonly Decimal[]) => Scalar): MatrixFunction {
  return matrix(([range, criterion, sumRange]) => {
    const rows = fittingRows([range, criterion])
    if (rows instanceof FormulaError) return rows
    return overRows(sumRange ?? range, rows, range, call)
  })
}

function countFitting(values: readonly (Value | undefined)[]): Scalar {
  const rows = fittingRows(values)
  return rows instanceof FormulaError ? rows : ofInteger(rows.length)
}

function overRows(
  range: Value | undefined,
  rows: readonly number[],
  tested: Value | undefined,
  call: (numbers: readonly Decimal[]) => Scalar,
): Scalar {
  const source = asMatrix(range)
  if (source.cells.length !== asMatrix(tested).cells.length) return wrongValue
  const numbers: Decimal[] = []
  for (const row of rows) {
    const cell = source.cells[row]
    if (cell instanceof Decimal) numbers.push(cell)
    else if (cell instanceof FormulaError) return cell
  }
  return call(numbers)
}

/** The positions that fit every pair of range and criterion. */
function fittingRows(pairs: readonly (Value | undefined)[]): readonly number[] | FormulaError {
  const tests: { readonly range: Matrix; readonly criterion: Criterion }[] = []
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const wanted = pairs[at + 1]
    if (wanted instanceof Matrix) return wrongValue
    tests.push({ range: asMatrix(pairs[at]), criterion: criterionOf(wanted ?? null) })
  }
  const [first] = tests
  if (first === undefined || pairs.length % 2 === 1) return wrongValue
  const size = first.range.cells.length
  if (tests.some(({ range }) => range.cells.length !== size)) return wrongValue
  // One equality on a static column narrows the rows without a scan.
  const indexed = tests.find(
    ({ range, criterion }) => range.isStatic && criterion.equals !== undefined,
  )
  const candidates = indexed
    ? indexed.range.index().rowsOf(indexed.criterion.equals ?? null)
    : first.range.cells.keys()
  const rest = tests.filter((test) => test !== indexed)
  const rows: number[] = []
  for (const row of candidates) {
    if (rest.every(({ range, criterion }) => criterion.fits(range.cells[row] ?? null)))
      rows.push(row)
  }
  return rows
}

function asMatrix(value: Value | undefined): Matrix {
  return value instanceof Matrix ? value : new Matrix(1, 1, [value ?? null])
}
