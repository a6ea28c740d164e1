import {
  type AnyNumber,
  broadcast,
  fold,
  FormulaError,
  isError,
  isMatrix,
  type Kit,
  notAvailable,
  type Scalar,
  type SpecialFormName,
  type Value,
  wrongValue,
} from '../functions/index.ts'
import {
  type Argument,
  computed,
  constant,
  type Expression,
  Frame,
  isKnown,
  nothing,
  type Run,
  settled,
} from './frame.ts'
import { LookupMiss } from './lookup-miss.ts'
import { type Operand, operandOf, read } from './operand.ts'

/** Forms that evaluate only the argument they choose. All constant, they are folded as well. */
export function compileSpecialForm<N extends AnyNumber>(
  name: SpecialFormName,
  parts: readonly Argument<N>[],
  kit: Kit<N>,
): Expression<N> {
  const operands = parts.map((part) => operandOf<N>(part ?? nothing))
  const run = formRun(name, operands, kit)
  // Constants read no slot, so an empty frame serves to work them out.
  if (parts.every(isKnown)) {
    return settled(run(new Frame<N>([], false)))
  }
  if (name === 'IF') return foldedIf(parts, kit) ?? computed(run)
  return computed(run)
}

/** IF with a constant condition is the branch it chooses. */
function foldedIf<N extends AnyNumber>(
  [condition, yes, no]: readonly Argument<N>[],
  kit: Kit<N>,
): Expression<N> | null {
  if (condition === undefined || !condition.isConstant || isMatrix(condition.value)) {
    return null
  }
  const answer = kit.asBoolean(condition.value)
  if (isError(answer)) return constant<N>(answer)
  return (answer ? yes : (no ?? constant<N>(false))) ?? nothing
}

function formRun<N extends AnyNumber>(
  name: SpecialFormName,
  operands: readonly Operand<N>[],
  kit: Kit<N>,
): Run<N> {
  switch (name) {
    case 'IF':
      return ifRun(operands, kit)
    case 'IFS':
      return ifsRun(operands, kit)
    case 'IFERROR':
      return catchRun(operands, () => true)
    case 'IFNA':
      return catchRun(operands, (error) => error.code === '#N/A')
    case 'SWITCH':
      return switchRun(operands, kit)
    case 'CHOOSE':
      return chooseRun(operands, kit)
  }
}

function ifRun<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  { asBoolean }: Kit<N>,
): Run<N> {
  const [condition = blank, yes = blank, no = isFalse] = operands
  return (frame) => {
    const decision = read(condition, frame)
    if (decision === true) return read(yes, frame)
    if (decision === false) return read(no, frame)
    if (isMatrix(decision)) {
      return broadcast([decision, read(yes, frame), read(no, frame)], (cell, a, b) => {
        const answer = asBoolean(cell)
        if (isError(answer)) return answer
        return (answer ? a : b) ?? null
      })
    }
    const answer = asBoolean(decision)
    if (isError(answer)) return answer
    return answer ? read(yes, frame) : read(no, frame)
  }
}

function ifsRun<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  { asBoolean }: Kit<N>,
): Run<N> {
  return (frame) => {
    for (let at = 0; at + 1 < operands.length; at += 2) {
      const answer = asBoolean(single(readAt(operands, at, frame)))
      if (isError(answer)) return answer
      if (answer) return readAt(operands, at + 1, frame)
    }
    return missed(
      operands.filter((_, at) => at % 2 === 0),
      frame,
    )
  }
}

function catchRun<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  catches: (error: FormulaError) => boolean,
): Run<N> {
  const [attempt = blank, fallback = blank] = operands
  return (frame) => {
    const value = read(attempt, frame)
    if (isMatrix(value)) {
      return broadcast([value, read(fallback, frame)], (cell, instead) =>
        isError(cell) && catches(cell) ? (instead ?? null) : (cell ?? null),
      )
    }
    return isError(value) && catches(value) ? read(fallback, frame) : value
  }
}

/** The cases of a SWITCH that are all constant texts, by their place; null where they are not. */
function textCases<N extends AnyNumber>(
  rest: readonly Operand<N>[],
): ReadonlyMap<string, number> | null {
  const places = new Map<string, number>()
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const operand = rest[at]
    const text = operand?.slot === -1 && operand.run === null ? operand.constant : null
    if (typeof text !== 'string') return null
    if (!places.has(fold(text))) places.set(fold(text), at)
  }
  return places
}

/** SWITCH(value, case, result, ..., [otherwise]). */
function switchRun<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  { areEqual }: Kit<N>,
): Run<N> {
  const [subject = blank, ...rest] = operands
  const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined
  const texts = textCases(rest)
  return (frame) => {
    const value = single(read(subject, frame))
    if (isError(value)) return value
    if (texts !== null && typeof value === 'string') {
      const at = texts.get(value) ?? texts.get(fold(value))
      if (at !== undefined) return readAt(rest, at + 1, frame)
      return otherwise === undefined ? missed([subject], frame) : read(otherwise, frame)
    }
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const candidate = single(readAt(rest, at, frame))
      if (isError(candidate)) return candidate
      if (areEqual(value, candidate)) return readAt(rest, at + 1, frame)
    }
    return otherwise === undefined ? missed([subject], frame) : read(otherwise, frame)
  }
}

function chooseRun<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  { asWhole }: Kit<N>,
): Run<N> {
  const [position = blank, ...choices] = operands
  return (frame) => {
    const at = asWhole(single(read(position, frame)))
    if (isError(at)) return at
    const chosen = choices[at - 1]
    return chosen === undefined ? wrongValue : read(chosen, frame)
  }
}

/** No case matches: #N/A, with the keys that matched nothing if the frame names misses. */
function missed<N extends AnyNumber>(
  keys: readonly Operand<N>[],
  { namesMisses }: Frame<N>,
): FormulaError {
  return namesMisses ? new LookupMiss<N>(keys) : notAvailable
}

const blank = { slot: -1, constant: null, run: null }
const isFalse = { slot: -1, constant: false, run: null }

function readAt<N extends AnyNumber>(
  operands: readonly Operand<N>[],
  at: number,
  frame: Frame<N>,
): Value<N> {
  const operand = operands[at]
  return operand === undefined ? null : read(operand, frame)
}

function single<N extends AnyNumber>(value: Value<N>): Scalar<N> {
  return isMatrix(value) ? value.at(0, 0) : value
}
