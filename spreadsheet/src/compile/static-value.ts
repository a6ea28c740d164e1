import { errorOfCode, type Scalar, wrongValue } from '../functions/index.ts'
import type { CellValue } from '../workbook.ts'

/** A cell's value as formulas see it. */
export function scalarOf(value: CellValue): Scalar<number> {
  if (typeof value === 'object' && value !== null) return errorOfCode(value.error) ?? wrongValue
  return value
}
