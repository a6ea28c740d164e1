import { asBoolean } from './coerce.ts'
import { matrix, type MatrixFunction, scalar } from './definition.ts'
import { Matrix } from './matrix.ts'
import { FormulaError, type Scalar, wrongValue } from './value.ts'

export const logic = {
  AND: overAll(true, (sofar, answer) => sofar && answer),
  OR: overAll(false, (sofar, answer) => sofar || answer),
  XOR: overAll(false, (sofar, answer) => sofar !== answer),
  NOT: scalar((value) => {
    const answer = asBoolean(value)
    return answer instanceof FormulaError ? answer : !answer
  }),
  TRUE: scalar(() => true),
  FALSE: scalar(() => false),
}

/** Texts and blanks inside arrays are passed over, as spreadsheets do; given directly they count. */
function overAll(
  start: boolean,
  combine: (sofar: boolean, answer: boolean) => boolean,
): MatrixFunction {
  return matrix((values) => {
    let sofar = start
    let isEmpty = true
    for (const value of values) {
      for (const cell of value instanceof Matrix ? value.cells.filter(isNoText) : [value]) {
        const answer = asBoolean(cell)
        if (answer instanceof FormulaError) return answer
        sofar = combine(sofar, answer)
        isEmpty = false
      }
    }
    return isEmpty ? wrongValue : sofar
  })
}

function isNoText(cell: Scalar): boolean {
  return cell !== null && typeof cell !== 'string'
}
