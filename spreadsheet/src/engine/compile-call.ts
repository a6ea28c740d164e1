import { didYouMean } from '@bindery/rules/words'
import type { AstExpression, CallExpression, ReferenceIdentifier } from '@borgar/fx'
import {
  type AnyNumber,
  broadcast,
  type FunctionName,
  functionSignatures,
  isError,
  isFunctionName,
  isMatrix,
  isNumber,
  isSpecialForm,
  knownNames,
  type ScalarFunction,
  type Signature,
  specialForms,
  type Value,
} from '../functions/index.ts'
import { argumentUse, singleName, sizeModel } from './argument-use.ts'
import { calledName } from './called-name.ts'
import { matrixCall } from './compile-matrix-call.ts'
import { compileSpecialForm } from './compile-special-form.ts'
import {
  type Argument,
  computed,
  type Expression,
  isKnown,
  nothing,
  type Run,
  settled,
} from './frame.ts'
import { argumentOf, read } from './operand.ts'
import { report, type Scope, type Use } from './scope.ts'

type Compile<N extends AnyNumber> = (node: AstExpression | null, use: Use) => Expression<N>

export function compileCall<N extends AnyNumber>(
  node: CallExpression,
  scope: Scope<N>,
  use: Use,
  compile: Compile<N>,
): Expression<N> {
  const name = calledName(node.callee)
  // The parser leaves null where an argument is missing, which its types do not say.
  const nodes: readonly (AstExpression | null)[] = node.arguments
  const parts = nodes.map((part, at) => {
    if (part === null) return undefined
    const partUse = argumentUse(name, at, use)
    const model = sizeModel(name, at, nodes)
    return model !== undefined && isReference(part, scope)
      ? scope.reference(part, partUse, model)
      : compile(part, partUse)
  })
  if (name === singleName && scope.words.parts === 'cells') return parts[0] ?? nothing
  if (isSpecialForm(name)) {
    if (!hasRightCount(name, specialForms[name], parts.length, scope)) return nothing
    return compileSpecialForm(name, parts, scope.library.kit)
  }
  if (!isFunctionName(name)) {
    reportUnknown(name, scope)
    return nothing
  }
  const signature = functionSignatures[name]
  if (!hasRightCount(name, signature, parts.length, scope)) return nothing
  return functionCall(name, signature, parts, scope)
}

function isReference<N extends AnyNumber>(
  node: AstExpression,
  scope: Scope<N>,
): node is ReferenceIdentifier {
  return node.type === 'ReferenceIdentifier' && !scope.locals.has(scope.nameKey(node.value))
}

function reportUnknown<N extends AnyNumber>(name: string, scope: Scope<N>): void {
  const instead = scope.words.refused.get(name)
  if (instead !== undefined) {
    return report(scope, `${name} is not available ${scope.words.where}.`, instead)
  }
  if (name === '') {
    return report(scope, 'Only functions can be called.', 'Put an operator before the bracket.')
  }
  report(scope, `There is no function ${name}.`, didYouMean(name, knownNames) ?? scope.words.guide)
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

/** Calls with up to three arguments, the most common, pass them on without building a list. */
function scalarRun<N extends AnyNumber>(
  definition: ScalarFunction<N>,
  parts: readonly Argument<N>[],
): Run<N> {
  const { call, seesErrors } = definition
  const operands = parts.map(argumentOf)
  const [first, second, third] = operands
  if (operands.length === 1 && first !== undefined) {
    return (frame) => {
      const a = read(first, frame)
      if (isNumber(a)) return call(a)
      if (isMatrix(a)) return callScalar(definition, [a])
      return isError(a) && !seesErrors ? a : call(a)
    }
  }
  if (operands.length === 2 && first !== undefined && second !== undefined) {
    const { constant } = second
    if (definition.withSecond !== undefined && isNumber(constant)) {
      const rest = definition.withSecond(constant)
      return (frame) => {
        const a = read(first, frame)
        return isNumber(a) ? rest(a) : callScalar(definition, [a, constant])
      }
    }
    return (frame) => {
      const a = read(first, frame)
      const b = read(second, frame)
      if (isNumber(a) && isNumber(b)) return call(a, b)
      if (isMatrix(a) || isMatrix(b)) return callScalar(definition, [a, b])
      if (isError(a) && !seesErrors) return a
      return isError(b) && !seesErrors ? b : call(a, b)
    }
  }
  if (operands.length === 3 && first !== undefined && second !== undefined && third !== undefined) {
    return (frame) => {
      const a = read(first, frame)
      const b = read(second, frame)
      const c = read(third, frame)
      if (isMatrix(a) || isMatrix(b) || isMatrix(c)) {
        return callScalar(definition, [a, b, c])
      }
      if (isError(a) && !seesErrors) return a
      if (isError(b) && !seesErrors) return b
      return isError(c) && !seesErrors ? c : call(a, b, c)
    }
  }
  return (frame) =>
    callScalar(
      definition,
      operands.map((operand) => read(operand, frame)),
    )
}

function callScalar<N extends AnyNumber>(
  definition: ScalarFunction<N>,
  values: readonly (Value<N> | undefined)[],
): Value<N> {
  const { call, seesErrors } = definition
  const guarded: ScalarFunction<N>['call'] = (...cells) => {
    if (!seesErrors) for (const cell of cells) if (isError(cell)) return cell
    return call(...cells)
  }
  return values.some((value) => isMatrix(value))
    ? broadcast(values, guarded)
    : guarded(...values.map((value) => (isMatrix(value) ? null : value)))
}
