import type { AstExpression, CallExpression } from '@borgar/fx'
import {
  type AnyNumber,
  broadcast,
  FormulaError,
  type FunctionName,
  functionSignatures,
  isFunctionName,
  isSpecialForm,
  knownNames,
  Matrix,
  type ScalarFunction,
  type Signature,
  specialForms,
  type Taking,
  takingOf,
  type Value,
} from '../functions/index.ts'
import { nearest } from '../grammar/nearest.ts'
import { matrixCall } from './compile-matrix-call.ts'
import { compileSpecialForm } from './compile-special-form.ts'
import {
  type Argument,
  computed,
  type Expression,
  isKnown,
  type Run,
  runOf,
  settled,
  nothing,
} from './frame.ts'
import { report, type Scope, type Use } from './scope.ts'

type Compile<N extends AnyNumber> = (node: AstExpression | null, use: Use) => Expression<N>

export function compileCall<N extends AnyNumber>(
  node: CallExpression,
  scope: Scope<N>,
  use: Use,
  compile: Compile<N>,
): Expression<N> {
  const name = nameOf(node.callee)
  // The parser leaves null where an argument is missing, which its types do not say.
  const nodes: readonly (AstExpression | null)[] = node.arguments
  const partsBy = (useOf: (at: number) => Use) =>
    nodes.map((part, at) => (part === null ? undefined : compile(part, useOf(at))))
  if (isSpecialForm(name)) {
    const parts = partsBy((at) => formUse(name, at, use))
    if (!hasRightCount(name, specialForms[name], parts.length, scope)) return nothing
    return compileSpecialForm(name, parts, scope.library.kit)
  }
  if (!isFunctionName(name)) {
    partsBy(() => 'range')
    reportUnknown(name, scope)
    return nothing
  }
  const signature = functionSignatures[name]
  const parts = partsBy((at) => useOf(takingOf(signature, at), use))
  if (!hasRightCount(name, signature, parts.length, scope)) return nothing
  return functionCall(name, signature, parts, scope)
}

/** The function's name; a LAMBDA called on the spot is known by that name, anything else by none. */
function nameOf(callee: AstExpression | CallExpression['callee']): string {
  if (callee.type === 'Identifier') return callee.name.toUpperCase()
  return callee.type === 'LambdaExpression' ? 'LAMBDA' : ''
}

/** Inside an array everything is done cell by cell. */
function useOf(taking: Taking, use: Use): Use {
  if (use === 'array' || taking === 'a') return 'array'
  return taking === 'v' ? 'value' : 'range'
}

/** What a form may choose is used as the form itself is; what it decides by is one value. */
function formUse(name: keyof typeof specialForms, at: number, use: Use): Use {
  const decides =
    name === 'IFS' ? at % 2 === 0 : name === 'SWITCH' ? at === 0 || at % 2 === 1 : at === 0
  const isCatching = name === 'IFERROR' || name === 'IFNA'
  return decides && !isCatching && use !== 'array' ? 'value' : use
}

function reportUnknown<N extends AnyNumber>(name: string, scope: Scope<N>): void {
  const instead = scope.words.refused.get(name)
  if (instead !== undefined) return report(scope, `${name} is not available in pricing.`, instead)
  if (name === '') {
    return report(scope, 'Only functions can be called.', 'Put an operator before the bracket.')
  }
  report(scope, `There is no function ${name}.`, nearest(name, knownNames) ?? scope.words.guide)
}

function hasRightCount<N extends AnyNumber>(
  name: string,
  { min, max }: Signature,
  count: number,
  scope: Scope<N>,
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

function functionCall<N extends AnyNumber>(
  name: FunctionName,
  signature: Signature,
  parts: readonly Argument<N>[],
  scope: Scope<N>,
): Expression<N> {
  const definition = scope.library.functions[name]
  if (definition.kind === 'matrix') return matrixCall(name, definition, signature, parts, scope)
  if (parts.every(isKnown)) {
    return settled(
      callScalar(
        definition,
        parts.map((part) => part?.value),
      ),
    )
  }
  return computed(scalarRun(definition, parts))
}

/** Calls with one or two arguments, the most common, pass them on without building a list. */
function scalarRun<N extends AnyNumber>(
  definition: ScalarFunction<N>,
  parts: readonly Argument<N>[],
): Run<N> {
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

function callScalar<N extends AnyNumber>(
  definition: ScalarFunction<N>,
  values: readonly (Value<N> | undefined)[],
): Value<N> {
  const { call, seesErrors } = definition
  const guarded: ScalarFunction<N>['call'] = (...cells) => {
    if (!seesErrors) for (const cell of cells) if (cell instanceof FormulaError) return cell
    return call(...cells)
  }
  return values.some((value) => value instanceof Matrix)
    ? broadcast(values, guarded)
    : guarded(...values.map((value) => (value instanceof Matrix ? null : value)))
}
