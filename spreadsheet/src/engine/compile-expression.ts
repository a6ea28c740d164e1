import type { AstExpression, Literal } from '@borgar/fx'
import { type AnyNumber, errorOfCode, isMatrix, Matrix, type Scalar } from '../functions/index.ts'
import { operandUse } from './argument-use.ts'
import { compileCall } from './compile-call.ts'
import { compileLet } from './compile-let.ts'
import { binary, unary } from './compile-operator.ts'
import { constant, type Expression, nothing, settled } from './frame.ts'
import { report, type Scope, type Use } from './scope.ts'

/** Sums of many terms lean to the left as deep as they are long; this bounds the call stack. */
const treeDepthMax = 500

/** Compiles a formula to closures, folding whatever no calculation can change. */
export function compileExpression<N extends AnyNumber>(
  node: AstExpression | null,
  scope: Scope<N>,
  use: Use = 'value',
  depth = 0,
): Expression<N> {
  if (node === null) return nothing
  if (depth > treeDepthMax) {
    report(
      scope,
      `The formula has more than ${treeDepthMax} operations in a row.`,
      `Split it into several ${scope.words.parts}.`,
    )
    return nothing
  }
  const compile = (part: AstExpression | null, partUse: Use, inner: Scope<N> = scope) =>
    compileExpression(part, inner, partUse, depth + 1)
  /** Operators work on single values, or cell by cell inside an array. */
  const operand = (part: AstExpression | null | undefined) => compile(part ?? null, operandUse(use))
  switch (node.type) {
    case 'Literal':
      return literal(node, scope)
    case 'ErrorLiteral':
      return constant<N>(errorOfCode(node.value) ?? null)
    case 'ReferenceIdentifier':
      return scope.locals.get(scope.nameKey(node.value)) ?? scope.reference(node, use)
    case 'UnaryExpression': {
      const { operator } = node
      if (operator === '+' || operator === '-' || operator === '%') {
        return unary(operator, operand(node.arguments[0]), scope)
      }
      if (operator === '@' && scope.words.parts === 'cells') {
        return compile(node.arguments[0] ?? null, 'value')
      }
      report(scope, `The operator ${operator} is not available.`, scope.words.strangeSign)
      return nothing
    }
    case 'BinaryExpression': {
      const [left, right] = node.arguments
      const { operator } = node
      if (operator === ':' || operator === ' ' || operator === ',') {
        const { message, fix } = scope.words.rangeOperators[operator]
        report(scope, message, fix)
        return nothing
      }
      return binary(operator, operand(left), operand(right), scope)
    }
    case 'CallExpression':
      return compileCall(node, scope, use, compile)
    case 'LetExpression':
      return compileLet(node, scope, use, compile)
    case 'ArrayExpression':
      return arrayConstant(node.elements, scope)
    case 'LambdaExpression':
  }
  report(
    scope,
    'LAMBDA is not available.',
    `Write the calculation in ${scope.words.parts} of its own.`,
  )
  return nothing
}

function literal<N extends AnyNumber>(node: Literal, scope: Scope<N>): Expression<N> {
  if (typeof node.value !== 'number') return constant<N>(node.value)
  // The digits as written: the parser's own number has already been through a double.
  const number = scope.library.kit.parse(node.raw)
  if (number !== null) return constant<N>(number)
  report(scope, `The number ${node.raw} is too large.`, 'Use at most 60 digits before the point.')
  return nothing
}

function arrayConstant<N extends AnyNumber>(
  rows: readonly (readonly AstExpression[])[],
  scope: Scope<N>,
): Expression<N> {
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width)) {
    report(
      scope,
      'The rows of an array constant differ in length.',
      'Give each row as many values.',
    )
    return nothing
  }
  const cells: Scalar<N>[] = rows.flat().map((element) => {
    const expression = compileExpression(element, scope)
    return expression.isConstant && !isMatrix(expression.value) ? expression.value : null
  })
  return settled(new Matrix(rows.length, width, cells))
}
