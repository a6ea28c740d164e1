import { matrix, type MatrixFunction, scalar } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix } from './matrix.ts'
import { type AnyNumber, isError, wrongValue } from './value.ts'

export function logicFunctions<N extends AnyNumber>(kit: Kit<N>) {
  return {
    AND: overAll(kit, true, (sofar, answer) => sofar && answer),
    OR: overAll(kit, false, (sofar, answer) => sofar || answer),
    XOR: overAll(kit, false, (sofar, answer) => sofar !== answer),
    NOT: scalar<N>((value) => {
      const answer = kit.asBoolean(value)
      return isError(answer) ? answer : !answer
    }),
    TRUE: scalar<N>(() => true),
    FALSE: scalar<N>(() => false),
  }
}

/** Texts and blanks inside arrays are passed over, as spreadsheets do; given directly they count. */
function overAll<N extends AnyNumber>(
  { asBoolean }: Kit<N>,
  start: boolean,
  combine: (sofar: boolean, answer: boolean) => boolean,
): MatrixFunction<N> {
  return matrix((values) => {
    let sofar = start
    let isEmpty = true
    for (const value of values) {
      if (typeof value === 'boolean') {
        sofar = combine(sofar, value)
        isEmpty = false
        continue
      }
      if (isMatrix(value)) {
        for (const cell of value.cells) {
          if (cell === null || typeof cell === 'string') continue
          const answer = asBoolean(cell)
          if (isError(answer)) return answer
          sofar = combine(sofar, answer)
          isEmpty = false
        }
        continue
      }
      const answer = asBoolean(value)
      if (isError(answer)) return answer
      sofar = combine(sofar, answer)
      isEmpty = false
    }
    return isEmpty ? wrongValue : sofar
  })
}
