import {
  type AnyNumber,
  FormulaError,
  type Hits,
  isNumber,
  Matrix,
  type MatrixFunction,
  notKnown,
  type Signature,
  type Taking,
  takingOf,
  type Value,
} from '../functions/index.ts'
import {
  type Argument,
  computed,
  constant,
  type Expression,
  isKnown,
  type Run,
  settled,
} from './frame.ts'
import { argumentOf, operandOf, read } from './operand.ts'
import { report, type Scope } from './scope.ts'

const noHits: Hits = { isTracing: false, hit: () => {} }

/** A call of a function that takes whole ranges. */
export function matrixCall<N extends AnyNumber>(
  name: string,
  definition: MatrixFunction<N>,
  signature: Signature,
  given: readonly Argument<N>[],
  scope: Scope<N>,
): Expression<N> {
  const parts = given.map((part, at) => passingOver(part, takingOf(signature, at)))
  reportMistakes(name, definition, parts, scope)
  if (parts.every(isKnown)) {
    return settled(
      definition.call(
        parts.map((part) => part?.value),
        noHits,
      ),
    )
  }
  return computed(matrixRun(definition, parts))
}

/** Calls with few arguments, the most common, list them without a loop. */
function matrixRun<N extends AnyNumber>(
  { call, prepare }: MatrixFunction<N>,
  parts: readonly Argument<N>[],
): Run<N> {
  const operands = parts.map(argumentOf)
  const [first, second, third] = operands
  if (first === undefined) return (frame) => call([], frame)
  const rest = parts.slice(1)
  if (prepare !== undefined && rest.every(isKnown)) {
    const find = prepare(rest.map((part) => part?.value))
    if (find instanceof FormulaError) return () => find
    return (frame) => {
      const key = read(first, frame)
      if (!(key instanceof Matrix))
        return key instanceof FormulaError ? key : find(key ?? null, frame)
      return call([key, ...rest.map((part) => part?.value)], frame)
    }
  }
  if (second === undefined) return (frame) => call([read(first, frame)], frame)
  if (third === undefined) return (frame) => call([read(first, frame), read(second, frame)], frame)
  if (operands.length === 3) {
    return (frame) => call([read(first, frame), read(second, frame), read(third, frame)], frame)
  }
  return (frame) => {
    const values: (Value<N> | undefined)[] = []
    for (const operand of operands) values.push(read(operand, frame))
    return call(values, frame)
  }
}

/** A single cell counts as the range it is: SUM and its like pass over texts that stand there. */
function passingOver<N extends AnyNumber>(part: Argument<N>, taking: Taking): Argument<N> {
  if (part?.isCell !== true || (taking !== 'n' && taking !== 't')) return part
  const none = new Matrix<N>(0, 0, [])
  const kept = (value: Value<N>): Value<N> => {
    if (isNumber(value) || value instanceof FormulaError || value instanceof Matrix) return value
    return taking === 't' && typeof value === 'boolean' ? value : none
  }
  if (part.isConstant) return constant<N>(kept(part.value))
  const cell = operandOf(part)
  return computed((frame) => kept(read(cell, frame)))
}

function reportMistakes<N extends AnyNumber>(
  name: string,
  definition: MatrixFunction<N>,
  parts: readonly Argument<N>[],
  scope: Scope<N>,
): void {
  const known = parts.map((part) =>
    part === undefined ? undefined : part.isConstant ? part.value : notKnown,
  )
  for (const mistake of definition.check?.(known) ?? []) {
    if (mistake.isHiddenRow === true && !scope.words.refusesHiddenRows) continue
    const place = mistake.origin?.placeOf(mistake.row ?? -1)
    if (mistake.origin === undefined || place === undefined) {
      report(scope, `${name}: ${mistake.message}`, mistake.mend)
      continue
    }
    scope.problems.push({
      file: mistake.origin.file,
      place,
      message: `${mistake.message} (${name} in ${scope.place})`,
      mend: mistake.mend,
    })
  }
}
