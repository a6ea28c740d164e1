import type { AstExpression, Literal } from '@borgar/fx'
import { add, Decimal, multiply, outOfRange, parseDecimal } from '../decimal/index.ts'
import {
  type BinaryOperator,
  binaryOperators,
  broadcast,
  errorOfCode,
  Matrix,
  type Scalar,
  unaryOperators,
  type Value,
} from '../functions/index.ts'
import { compileCall } from './compile-call.ts'
import { compileLet } from './compile-let.ts'
import { compileReference } from './compile-reference.ts'
import { computed, constant, type Expression, runOf } from './frame.ts'
import { report, type Scope } from './scope.ts'

/** Sums of many terms lean to the left as deep as they are long; this bounds the call stack. */
const treeDepthMax = 500

/** What stands in for a part that has a problem, so that the rest is still looked at. */
const broken = constant(null)

/** Compiles a formula to closures, folding whatever no quote can change. */
export function compileExpression(node: AstExpression | null, scope: Scope, depth = 0): Expression {
  if (node === null) return constant(null)
  if (depth > treeDepthMax) {
    report(
      scope,
      `The formula has more than ${treeDepthMax} operations in a row.`,
      'Split it into several steps.',
    )
    return broken
  }
  const compile = (part: AstExpression | null, inner: Scope = scope) =>
    compileExpression(part, inner, depth + 1)
  switch (node.type) {
    case 'Literal':
      return literal(node, scope)
    case 'ErrorLiteral':
      return constant(errorOfCode(node.value) ?? null)
    case 'ReferenceIdentifier':
      return compileReference(node, scope)
    case 'UnaryExpression': {
      const { operator } = node
      const operand = compile(node.arguments[0] ?? null)
      if (operator === '+' || operator === '-' || operator === '%') return unary(operator, operand)
      report(scope, `The operator ${operator} belongs to spreadsheet cells.`, 'Leave it out.')
      return broken
    }
    case 'BinaryExpression': {
      const [left = null, right = null] = node.arguments
      const { operator } = node
      if (operator === ':' || operator === ' ' || operator === ',') {
        report(scope, rangeMessage(operator), 'Put an operator such as * or + between the names.')
        return broken
      }
      return binary(operator, compile(left), compile(right))
    }
    case 'CallExpression':
      return compileCall(node, scope, compile)
    case 'LetExpression':
      return compileLet(node, scope, compile)
    case 'ArrayExpression':
      return arrayConstant(node.elements, scope)
    case 'LambdaExpression':
  }
  report(scope, 'LAMBDA is not available.', 'Write the calculation as a step of its own.')
  return broken
}

function rangeMessage(operator: ':' | ' ' | ','): string {
  if (operator === ':') return 'Ranges of cells are not available in formulas.'
  return operator === ','
    ? 'There is a comma outside a function call.'
    : 'Two names stand side by side without an operator.'
}

function literal(node: Literal, scope: Scope): Expression {
  if (typeof node.value !== 'number') return constant(node.value)
  // The digits as written: the parser's own number has already been through a double.
  const number = parseDecimal(node.raw)
  if (number !== null) return constant(number)
  report(scope, `The number ${node.raw} is too large.`, 'Use at most 60 digits before the point.')
  return broken
}

function unary(operator: '+' | '-' | '%', operand: Expression): Expression {
  const operate = unaryOperators[operator]
  const apply = (value: Value): Value =>
    value instanceof Matrix ? broadcast([value], (cell) => operate(cell ?? null)) : operate(value)
  if (operand.isConstant) return settled(apply(operand.value))
  const { run } = operand
  return computed((frame) => apply(run(frame)))
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  const operate = binaryOperators[operator]
  const slow = (a: Value, b: Value): Value =>
    a instanceof Matrix || b instanceof Matrix
      ? broadcast([a, b], (x, y) => operate(x ?? null, y ?? null))
      : operate(a, b)
  if (left.isConstant && right.isConstant) return settled(slow(left.value, right.value))
  const first = runOf(left)
  const second = runOf(right)
  // Sums and products, the bulk of any price, have closures of their own that can be inlined.
  if (operator === '+') {
    return computed((frame) => {
      const a = first(frame)
      const b = second(frame)
      if (!(a instanceof Decimal && b instanceof Decimal)) return slow(a, b)
      const sum = add(a, b)
      return sum === outOfRange ? slow(a, b) : sum
    })
  }
  if (operator === '*') {
    return computed((frame) => {
      const a = first(frame)
      const b = second(frame)
      if (!(a instanceof Decimal && b instanceof Decimal)) return slow(a, b)
      const product = multiply(a, b)
      return product === outOfRange ? slow(a, b) : product
    })
  }
  return computed((frame) => {
    const a = first(frame)
    const b = second(frame)
    return a instanceof Decimal && b instanceof Decimal ? operate(a, b) : slow(a, b)
  })
}

/** A constant worked out at compile time; its arrays are worth an index. */
export function settled(value: Value): Expression {
  if (value instanceof Matrix) value.isStatic = true
  return constant(value)
}

function arrayConstant(rows: readonly (readonly AstExpression[])[], scope: Scope): Expression {
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width)) {
    report(
      scope,
      'The rows of an array constant differ in length.',
      'Give each row as many values.',
    )
    return broken
  }
  const cells: Scalar[] = rows.flat().map((element) => {
    const expression = compileExpression(element, scope)
    return expression.isConstant && !(expression.value instanceof Matrix) ? expression.value : null
  })
  return settled(new Matrix(rows.length, width, cells))
}
