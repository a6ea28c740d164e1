import {
  type AnyNumber,
  broadcast,
  FormulaError,
  type Kit,
  Matrix,
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
  type Run,
  runOf,
  settled,
  nothing,
} from './frame.ts'

/** Forms that evaluate only the argument they choose. All constant, they are folded as well. */
export function compileSpecialForm<N extends AnyNumber>(
  name: SpecialFormName,
  parts: readonly Argument<N>[],
  kit: Kit<N>,
): Expression<N> {
  const runs = parts.map((part) => runOf<N>(part ?? nothing))
  const run = formRun(name, runs, kit)
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
  if (condition === undefined || !condition.isConstant || condition.value instanceof Matrix) {
    return null
  }
  const answer = kit.asBoolean(condition.value)
  if (answer instanceof FormulaError) return constant<N>(answer)
  return (answer ? yes : (no ?? constant<N>(false))) ?? nothing
}

function formRun<N extends AnyNumber>(
  name: SpecialFormName,
  runs: readonly Run<N>[],
  kit: Kit<N>,
): Run<N> {
  switch (name) {
    case 'IF':
      return ifRun(runs, kit)
    case 'IFS':
      return ifsRun(runs, kit)
    case 'IFERROR':
      return catchRun(runs, () => true)
    case 'IFNA':
      return catchRun(runs, (error) => error.code === '#N/A')
    case 'SWITCH':
      return switchRun(runs, kit)
    case 'CHOOSE':
      return chooseRun(runs, kit)
  }
}

function ifRun<N extends AnyNumber>(runs: readonly Run<N>[], { asBoolean }: Kit<N>): Run<N> {
  const [condition = blank, yes = blank, no = isFalse] = runs
  return (frame) => {
    const decision = condition(frame)
    if (decision === true) return yes(frame)
    if (decision === false) return no(frame)
    if (decision instanceof Matrix) {
      return broadcast([decision, yes(frame), no(frame)], (cell, a, b) => {
        const answer = asBoolean(cell)
        if (answer instanceof FormulaError) return answer
        return (answer ? a : b) ?? null
      })
    }
    const answer = asBoolean(decision)
    if (answer instanceof FormulaError) return answer
    return answer ? yes(frame) : no(frame)
  }
}

function ifsRun<N extends AnyNumber>(runs: readonly Run<N>[], { asBoolean }: Kit<N>): Run<N> {
  return (frame) => {
    for (let at = 0; at + 1 < runs.length; at += 2) {
      const answer = asBoolean(single(runs[at]?.(frame) ?? null))
      if (answer instanceof FormulaError) return answer
      if (answer) return runs[at + 1]?.(frame) ?? null
    }
    return notAvailable
  }
}

function catchRun<N extends AnyNumber>(
  runs: readonly Run<N>[],
  catches: (error: FormulaError) => boolean,
): Run<N> {
  const [attempt = blank, fallback = blank] = runs
  return (frame) => {
    const value = attempt(frame)
    if (value instanceof Matrix) {
      return broadcast([value, fallback(frame)], (cell, instead) =>
        cell instanceof FormulaError && catches(cell) ? (instead ?? null) : (cell ?? null),
      )
    }
    return value instanceof FormulaError && catches(value) ? fallback(frame) : value
  }
}

/** SWITCH(value, case, result, ..., [otherwise]). */
function switchRun<N extends AnyNumber>(runs: readonly Run<N>[], { areEqual }: Kit<N>): Run<N> {
  const [subject = blank, ...rest] = runs
  const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined
  return (frame) => {
    const value = single(subject(frame))
    if (value instanceof FormulaError) return value
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const candidate = single(rest[at]?.(frame) ?? null)
      if (candidate instanceof FormulaError) return candidate
      if (areEqual(value, candidate)) return rest[at + 1]?.(frame) ?? null
    }
    return otherwise === undefined ? notAvailable : otherwise(frame)
  }
}

function chooseRun<N extends AnyNumber>(runs: readonly Run<N>[], { asWhole }: Kit<N>): Run<N> {
  const [position = blank, ...choices] = runs
  return (frame) => {
    const at = asWhole(single(position(frame)))
    if (at instanceof FormulaError) return at
    const chosen = choices[at - 1]
    return chosen === undefined ? wrongValue : chosen(frame)
  }
}

const blank = () => null
const isFalse = () => false

function single<N extends AnyNumber>(value: Value<N>): Scalar<N> {
  return value instanceof Matrix ? value.at(0, 0) : value
}
