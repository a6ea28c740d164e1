import type { AstExpression, CallExpression } from '@borgar/fx'
import {
  broadcast,
  decimalLibrary,
  FormulaError,
  type FunctionName,
  functionSignatures,
  type Hits,
  isFunctionName,
  isSpecialForm,
  knownNames,
  Matrix,
  type MatrixFunction,
  notKnown,
  refusedFunctions,
  type ScalarFunction,
  type Signature,
  specialForms,
  type Value,
} from '../functions/index.ts'
import { nearest } from '../grammar/nearest.ts'
import { compileSpecialForm } from './compile-special-form.ts'
import { computed, constant, type Expression, type Run, runOf } from './frame.ts'
import { report, type Scope } from './scope.ts'

type Compile = (node: AstExpression | null) => Expression

/** An argument of a call; undefined where it was left out between commas. */
type Argument = Expression | undefined

export function compileCall(node: CallExpression, scope: Scope, compile: Compile): Expression {
  const callee: AstExpression | CallExpression['callee'] = node.callee
  const name = nameOf(callee)
  // The parser leaves null where an argument is missing, which its types do not say.
  const nodes: readonly (AstExpression | null)[] = node.arguments
  const parts = nodes.map((part) => (part === null ? undefined : compile(part)))
  if (isSpecialForm(name)) {
    if (!hasRightCount(name, specialForms[name], parts.length, scope)) return constant(null)
    return compileSpecialForm(name, parts)
  }
  if (!isFunctionName(name)) {
    reportUnknown(name, scope)
    return constant(null)
  }
  if (!hasRightCount(name, functionSignatures[name], parts.length, scope)) return constant(null)
  return functionCall(name, parts, scope)
}

/** The function's name; a LAMBDA called on the spot is known by that name, anything else by none. */
function nameOf(callee: AstExpression | CallExpression['callee']): string {
  if (callee.type === 'Identifier') return callee.name.toUpperCase()
  return callee.type === 'LambdaExpression' ? 'LAMBDA' : ''
}

function reportUnknown(name: string, scope: Scope): void {
  const instead = refusedFunctions.get(name)
  if (instead !== undefined) return report(scope, `${name} is not available in pricing.`, instead)
  if (name === '') {
    return report(scope, 'Only functions can be called.', 'Put an operator before the bracket.')
  }
  report(
    scope,
    `There is no function ${name}.`,
    nearest(name, knownNames) ?? 'The guide to formula pricing lists the functions.',
  )
}

function hasRightCount(
  name: string,
  { min, max }: Signature,
  count: number,
  scope: Scope,
): boolean {
  if (count >= min && count <= max) return true
  const wanted = min === max ? `${min}` : `${min} to ${max}`
  report(
    scope,
    `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}.`,
    'Check the commas and brackets of the call.',
  )
  return false
}

const noHits: Hits = { isTracing: false, hit: () => {} }

function functionCall(name: FunctionName, parts: readonly Argument[], scope: Scope): Expression {
  const definition = decimalLibrary[name]
  if (definition.kind === 'matrix') {
    reportMistakes(name, definition, parts, scope)
    const runs = parts.map((part) => part && runOf(part))
    if (parts.every(isKnown)) {
      return settledValue(
        definition.call(
          parts.map((part) => part?.value),
          noHits,
        ),
      )
    }
    return computed((frame) =>
      definition.call(
        runs.map((run) => run?.(frame)),
        frame,
      ),
    )
  }
  if (parts.every(isKnown)) {
    return settledValue(
      callScalar(
        definition,
        parts.map((part) => part?.value),
      ),
    )
  }
  return computed(scalarRun(definition, parts))
}

function isKnown(part: Argument): part is Extract<Expression, { isConstant: true }> | undefined {
  return part === undefined || part.isConstant
}

function settledValue(value: Value): Expression {
  if (value instanceof Matrix) value.isStatic = true
  return constant(value)
}

/** Calls with one or two arguments, the most common, pass them on without building a list. */
function scalarRun(definition: ScalarFunction, parts: readonly Argument[]): Run {
  const { call, seesErrors } = definition
  const runs = parts.map((part) => (part === undefined ? () => undefined : runOf(part)))
  const [first, second] = runs
  if (runs.length === 1 && first !== undefined) {
    return (frame) => {
      const a = first(frame)
      if (a instanceof Matrix) return callScalar(definition, [a])
      return a instanceof FormulaError && !seesErrors ? a : call(a)
    }
  }
  if (runs.length === 2 && first !== undefined && second !== undefined) {
    return (frame) => {
      const a = first(frame)
      const b = second(frame)
      if (a instanceof Matrix || b instanceof Matrix) return callScalar(definition, [a, b])
      if (a instanceof FormulaError && !seesErrors) return a
      return b instanceof FormulaError && !seesErrors ? b : call(a, b)
    }
  }
  return (frame) =>
    callScalar(
      definition,
      runs.map((run) => run(frame)),
    )
}

function callScalar(definition: ScalarFunction, values: readonly (Value | undefined)[]): Value {
  const { call, seesErrors } = definition
  const guarded: ScalarFunction['call'] = (...cells) => {
    if (!seesErrors) for (const cell of cells) if (cell instanceof FormulaError) return cell
    return call(...cells)
  }
  return values.some((value) => value instanceof Matrix)
    ? broadcast(values, guarded)
    : guarded(...values.map((value) => (value instanceof Matrix ? null : value)))
}

function reportMistakes(
  name: string,
  definition: MatrixFunction,
  parts: readonly Argument[],
  scope: Scope,
): void {
  const known = parts.map((part) =>
    part === undefined ? undefined : part.isConstant ? part.value : notKnown,
  )
  for (const mistake of definition.check?.(known) ?? []) {
    const line = mistake.origin?.lines[mistake.row ?? -1]
    if (mistake.origin === undefined || line === undefined) {
      report(scope, `${name}: ${mistake.message}`, mistake.mend)
      continue
    }
    scope.problems.push({
      file: mistake.origin.file,
      place: `row ${line}`,
      message: `${mistake.message} (${name} in ${scope.place})`,
      mend: mistake.mend,
    })
  }
}
