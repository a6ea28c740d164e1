import type { Arguments } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix, Matrix } from './matrix.ts'
import { type AnyNumber, isError, isNumber, type Scalar, wrongValue } from './value.ts'

/** Arrays of one shape, multiplied cell by cell and summed; what is not a number counts as zero. */
export function sumProduct<N extends AnyNumber>(kit: Kit<N>, values: Arguments<N>): Scalar<N> {
  const arrays = values.map((value) =>
    isMatrix(value) ? value : new Matrix<N>(1, 1, [value ?? null]),
  )
  const [first] = arrays
  if (first === undefined) return wrongValue
  if (arrays.some((array) => array.height !== first.height || array.width !== first.width)) {
    return wrongValue
  }
  let total: N = kit.zero
  for (let at = 0; at < first.cells.length; at++) {
    let product: N = kit.one
    for (const array of arrays) {
      const cell = array.cells[at]
      if (isError(cell)) return cell
      const next = kit.multiply(product, isNumber(cell) ? cell : kit.zero)
      if (isError(next)) return next
      product = next
    }
    const next = kit.accumulate(total, product)
    if (isError(next)) return next
    total = next
  }
  return total
}
