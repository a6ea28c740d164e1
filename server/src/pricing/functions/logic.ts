import { asBoolean } from './coerce.ts'
import { matrix, type MatrixFunction, scalar } from './definition.ts'
import { Matrix } from './matrix.ts'
import { FormulaError, type Scalar, type Value, wrongValue } from './value.ts'

export const logic = {
  AND: overAll((answers) => answers.every(Boolean)),
  OR: overAll((answers) => answers.some(Boolean)),
  XOR: overAll((answers) => answers.filter(Boolean).length % 2 === 1),
  NOT: scalar((value) => {
    const answer = asBoolean(value)
    return answer instanceof FormulaError ? answer : !answer
  }),
  TRUE: scalar(() => true),
  FALSE: scalar(() => false),
}

/** Texts and blanks inside arrays are passed over, as spreadsheets do; given directly they count. */
function overAll(decide: (answers: readonly boolean[]) => boolean): MatrixFunction {
  return matrix((values) => {
    const answers: boolean[] = []
    for (const value of values) {
      const error = collect(value, answers)
      if (error !== null) return error
    }
    return answers.length === 0 ? wrongValue : decide(answers)
  })
}

function collect(value: Value | undefined, answers: boolean[]): FormulaError | null {
  const cells: readonly (Scalar | undefined)[] =
    value instanceof Matrix ? value.cells.filter(isNoText) : [value]
  for (const cell of cells) {
    const answer = asBoolean(cell)
    if (answer instanceof FormulaError) return answer
    answers.push(answer)
  }
  return null
}

function isNoText(cell: Scalar): boolean {
  return cell !== null && typeof cell !== 'string'
}
