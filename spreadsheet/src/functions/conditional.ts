import { broadcast } from './broadcast.ts'
import { type Criterion, criterionOf } from './criterion.ts'
import { type Arguments, matrix, type MatrixFunction } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix, Matrix } from './matrix.ts'
import { averageOf, largestOf, smallestOf, sumOf } from './statistics.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  isNumber,
  type Scalar,
  type Value,
  wrongValue,
} from './value.ts'

type OverNumbers<N extends AnyNumber> = (numbers: readonly N[]) => Scalar<N>

export function conditionalFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const sum: OverNumbers<N> = (numbers) => sumOf(kit, numbers)
  const average: OverNumbers<N> = (numbers) => averageOf(kit, numbers)

  /** SUMIFS(sum_range, range, criterion, ...): the numbers in the rows that fit every criterion. */
  function overFitting(call: OverNumbers<N>): MatrixFunction<N> {
    return matrix(([range, ...given]) =>
      eachCriterion(given, (pairs) => {
        const rows = fittingRows(kit, pairs)
        if (isError(rows)) return rows
        return overRows(range, rows, pairs[0], call)
      }),
    )
  }

  /** SUMIF(range, criterion, [sum_range]). */
  function overOne(call: OverNumbers<N>): MatrixFunction<N> {
    return matrix(([range, criterion, sumRange]) =>
      eachCriterion([range, criterion], (pairs) => {
        const rows = fittingRows(kit, pairs)
        if (isError(rows)) return rows
        return overRows(sumRange ?? range, rows, range, call)
      }),
    )
  }

  const counting = matrix<N>((values) =>
    eachCriterion(values, (pairs) => {
      const rows = fittingRows(kit, pairs)
      return isError(rows) ? rows : kit.ofInteger(rows.length)
    }),
  )

  return {
    SUMIFS: overFitting(sum),
    AVERAGEIFS: overFitting(average),
    MINIFS: overFitting((numbers) => smallestOf(kit, numbers)),
    MAXIFS: overFitting((numbers) => largestOf(kit, numbers)),
    SUMIF: overOne(sum),
    AVERAGEIF: overOne(average),
    COUNTIFS: counting,
    COUNTIF: counting,
  }
}

/** An array of criteria, such as {"fire","flood"}, gives an array of answers. */
function eachCriterion<N extends AnyNumber>(
  pairs: Arguments<N>,
  answer: (pairs: Arguments<N>) => Scalar<N>,
): Value<N> {
  if (!hasArray(pairs)) return answer(pairs)
  const criteria = pairs.filter((_, at) => at % 2 === 1)
  return broadcast(criteria, (...cells) =>
    answer(pairs.map((value, at) => (at % 2 === 1 ? cells[(at - 1) / 2] : value))),
  )
}

function hasArray<N extends AnyNumber>(pairs: Arguments<N>): boolean {
  for (let at = 1; at < pairs.length; at += 2) if (isMatrix(pairs[at])) return true
  return false
}

function overRows<N extends AnyNumber>(
  range: Value<N> | undefined,
  rows: readonly number[],
  tested: Value<N> | undefined,
  call: OverNumbers<N>,
): Scalar<N> {
  const source = asMatrix(range)
  if (source.cells.length !== asMatrix(tested).cells.length) return wrongValue
  const numbers: N[] = []
  for (const row of rows) {
    const cell = source.cells[row]
    if (isNumber(cell)) numbers.push(cell)
    else if (isError(cell)) return cell
  }
  return call(numbers)
}

/** A range, and the criterion that its cells must meet. */
interface Test<N extends AnyNumber> {
  readonly range: Matrix<N>
  readonly criterion: Criterion<N>
}

/** The positions that fit every pair of range and criterion. */
function fittingRows<N extends AnyNumber>(
  kit: Kit<N>,
  pairs: Arguments<N>,
): readonly number[] | FormulaError {
  const tests: Test<N>[] = []
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const wanted = pairs[at + 1]
    if (isMatrix(wanted)) return wrongValue
    tests.push({ range: asMatrix(pairs[at]), criterion: criterionOf(kit, wanted ?? null) })
  }
  const [first] = tests
  if (first === undefined || pairs.length % 2 === 1) return wrongValue
  const size = first.range.cells.length
  if (tests.some(({ range }) => range.cells.length !== size)) return wrongValue
  // One equality on a static column narrows the rows without a scan.
  const indexed = tests.find(
    ({ range, criterion }) => range.isStatic && criterion.equals !== undefined,
  )
  const known = indexed?.range.index(kit).rowsLike(indexed.criterion.equals ?? null)
  const { pattern } = first.criterion
  if (tests.length === 1 && first.range.isStatic && pattern !== undefined) {
    return first.range.index(kit).rowsWhere(pattern)
  }
  if (known !== undefined && tests.length === 1) return known
  const rest = known === undefined ? tests : tests.filter((test) => test !== indexed)
  const rows: number[] = []
  for (let at = 0; at < (known?.length ?? size); at++) {
    const row = known?.[at] ?? at
    if (fitsAll(rest, row)) rows.push(row)
  }
  return rows
}

function fitsAll<N extends AnyNumber>(tests: readonly Test<N>[], row: number): boolean {
  for (const { range, criterion } of tests) {
    if (!criterion.fits(range.cells[row] ?? null)) return false
  }
  return true
}

function asMatrix<N extends AnyNumber>(value: Value<N> | undefined): Matrix<N> {
  return isMatrix(value) ? value : new Matrix<N>(1, 1, [value ?? null])
}
