import {
  type AnyNumber,
  isError,
  isMatrix,
  isNumber,
  Matrix,
  type MatrixFunction,
  notAvailable,
  notKnown,
  type Signature,
  type Taking,
  takingOf,
  type Value,
} from '../functions/index.ts'
import {
  type Argument,
  computed,
  type Expression,
  Frame,
  isKnown,
  type Run,
  settled,
} from './frame.ts'
import { LookupMiss } from './lookup-miss.ts'
import { argumentOf, type Operand, read } from './operand.ts'
import { report, type Scope } from './scope.ts'

/** A call of a function that takes whole ranges. */
export function matrixCall<N extends AnyNumber>(
  name: string,
  definition: MatrixFunction<N>,
  signature: Signature,
  parts: readonly Argument<N>[],
  scope: Scope<N>,
): Expression<N> {
  reportMistakes(name, definition, parts, scope)
  const run = matrixRun(
    definition,
    parts.map((part, at) => taken(part, takingOf(signature, at))),
  )
  return parts.every(isKnown) ? settled(run(new Frame<N>([], false))) : computed(run)
}

/** An argument, and the values that the function ignores if the argument is a single cell. */
interface Taken<N extends AnyNumber> {
  readonly operand: Operand<N, undefined>
  readonly passesOver: 'nothing' | 'texts' | 'all but numbers'
  /** An empty range: it replaces a single cell whose value the function ignores. */
  readonly noCells: Matrix<N>
}

function taken<N extends AnyNumber>(part: Argument<N>, taking: Taking): Taken<N> {
  const operand = argumentOf(part)
  const noCells = new Matrix<N>(0, 0, [])
  if (part?.isCell !== true) return { operand, passesOver: 'nothing', noCells }
  if (taking === 'n') return { operand, passesOver: 'all but numbers', noCells }
  return { operand, passesOver: taking === 't' ? 'texts' : 'nothing', noCells }
}

function take<N extends AnyNumber>(
  { operand, passesOver, noCells }: Taken<N>,
  frame: Frame<N>,
): Value<N> | undefined {
  const value = read(operand, frame)
  if (passesOver === 'nothing' || isNumber(value)) return value
  if (isError(value) || isMatrix(value)) return value
  return passesOver === 'texts' && typeof value === 'boolean' ? value : noCells
}

/** Calls with few arguments, the most common, list them without a loop. */
function matrixRun<N extends AnyNumber>(
  definition: MatrixFunction<N>,
  parts: readonly Taken<N>[],
): Run<N> {
  const { call } = definition
  const [first, second, third] = parts
  if (first === undefined) return (frame) => call([], frame)
  const prepared = preparedRun(definition, first, parts.slice(1))
  if (prepared !== null) return prepared
  if (definition.prepare !== undefined) return lookupRun(definition, parts, first.operand)
  if (parts.every(({ passesOver }) => passesOver === 'nothing')) return plainRun(call, parts)
  if (second === undefined) return (frame) => call([take(first, frame)], frame)
  if (third === undefined) return (frame) => call([take(first, frame), take(second, frame)], frame)
  if (parts.length === 3) {
    return (frame) => call([take(first, frame), take(second, frame), take(third, frame)], frame)
  }
  return (frame) => {
    const values: (Value<N> | undefined)[] = []
    for (const part of parts) values.push(take(part, frame))
    return call(values, frame)
  }
}

/** The call if no argument is a single cell: all values are passed unchanged. */
function plainRun<N extends AnyNumber>(
  call: MatrixFunction<N>['call'],
  parts: readonly Taken<N>[],
): Run<N> {
  const operands = parts.map(({ operand }) => operand)
  const [first, second] = operands
  if (first !== undefined && second !== undefined && parts.length === 2) {
    return (frame) => call([read(first, frame), read(second, frame)], frame)
  }
  return (frame) => {
    const values: (Value<N> | undefined)[] = []
    for (const operand of operands) values.push(read(operand, frame))
    return call(values, frame)
  }
}

/** A lookup whose arguments are constant except for the key; null for any other call. */
function preparedRun<N extends AnyNumber>(
  { call, prepare }: MatrixFunction<N>,
  { operand }: Taken<N>,
  rest: readonly Taken<N>[],
): Run<N> | null {
  const isKnownRest = rest.every((part) => part.operand.slot < 0 && part.operand.run === null)
  if (prepare === undefined || !isKnownRest) return null
  const values = rest.map((part) => part.operand.constant)
  const find = prepare(values)
  if (isError(find)) return (frame) => call([read(operand, frame), ...values], frame)
  return (frame) => {
    const key = read(operand, frame)
    if (isNumber(key) || typeof key === 'string') return named(find(key, frame), operand, frame)
    if (isMatrix(key)) return call([key, ...values], frame)
    return isError(key) ? key : named(find(key ?? null, frame), operand, frame)
  }
}

/** The same for a lookup whose table or column is computed. */
function lookupRun<N extends AnyNumber>(
  { call }: MatrixFunction<N>,
  parts: readonly Taken<N>[],
  key: Operand<N, undefined>,
): Run<N> {
  const run = plainRun(call, parts)
  return (frame) => named(run(frame), key, frame)
}

/** The result of a lookup. If it found nothing and the frame names misses, an error with the key. */
function named<N extends AnyNumber>(
  found: Value<N>,
  key: Operand<N, undefined>,
  { namesMisses }: Frame<N>,
): Value<N> {
  return found === notAvailable && namesMisses ? new LookupMiss<N>([key]) : found
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
      report(scope, `${name}: ${mistake.message}`, mistake.fix)
      continue
    }
    scope.problems.push({
      file: mistake.origin.file,
      place,
      message: `${mistake.message} (${name} in ${scope.place})`,
      fix: mistake.fix,
    })
  }
}
