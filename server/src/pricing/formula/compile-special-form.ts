import {
  areEqual,
  asBoolean,
  asWhole,
  broadcast,
  FormulaError,
  Matrix,
  notAvailable,
  type SpecialFormName,
  type Value,
  wrongValue,
} from '../functions/index.ts'
import { computed, constant, type Expression, Frame, type Run, runOf } from './frame.ts'

type Argument = Expression | undefined

/** Forms that evaluate only the argument they choose. All constant, they are folded as well. */
export function compileSpecialForm(name: SpecialFormName, parts: readonly Argument[]): Expression {
  const runs = parts.map((part) => runOf(part ?? constant(null)))
  const run = forms[name](runs)
  if (parts.every((part) => part === undefined || part.isConstant)) {
    const value = run(emptyFrame)
    if (value instanceof Matrix) value.isStatic = true
    return constant(value)
  }
  if (name === 'IF') return foldedIf(parts) ?? computed(run)
  return computed(run)
}

/** Constants read no slot, so an empty frame serves to work them out. */
const emptyFrame = new Frame([], false)

/** IF with a constant condition is the branch it chooses. */
function foldedIf([condition, yes, no]: readonly Argument[]): Expression | null {
  if (condition === undefined || !condition.isConstant || condition.value instanceof Matrix) {
    return null
  }
  const answer = asBoolean(condition.value)
  if (answer instanceof FormulaError) return constant(answer)
  return (answer ? yes : (no ?? constant(false))) ?? constant(null)
}

const forms: Record<SpecialFormName, (runs: readonly Run[]) => Run> = {
  IF: ifRun,
  IFS: ifsRun,
  IFERROR: (runs) => catchRun(runs, () => true),
  IFNA: (runs) => catchRun(runs, (error) => error.code === '#N/A'),
  SWITCH: switchRun,
  CHOOSE: chooseRun,
}

function ifRun(runs: readonly Run[]): Run {
  const [condition = blank, yes = blank, no = isFalse] = runs
  return (frame) => {
    const decision = condition(frame)
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

function ifsRun(runs: readonly Run[]): Run {
  return (frame) => {
    for (let at = 0; at + 1 < runs.length; at += 2) {
      const answer = asBoolean(single(runs[at]?.(frame) ?? null))
      if (answer instanceof FormulaError) return answer
      if (answer) return runs[at + 1]?.(frame) ?? null
    }
    return notAvailable
  }
}

function catchRun(runs: readonly Run[], catches: (error: FormulaError) => boolean): Run {
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
function switchRun(runs: readonly Run[]): Run {
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

function chooseRun(runs: readonly Run[]): Run {
  const [position = blank, ...choices] = runs
  return (frame) => {
    const at = asWhole(single(position(frame)))
    if (at instanceof FormulaError) return at
    const chosen = choices[at - 1]
    return chosen === undefined ? wrongValue : chosen(frame)
  }
}

const blank: Run = () => null
const isFalse: Run = () => false

function single(value: Value) {
  return value instanceof Matrix ? value.at(0, 0) : value
}
