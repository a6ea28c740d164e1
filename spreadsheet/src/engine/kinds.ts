import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import { calledName } from './called-name.ts'

/**
 * The kinds of value that a formula can give, as far as its shape shows: a set of these. Errors are not
 * among them, since any formula may come to one.
 */
export type Kinds = number

export const aNumber = 1
/** A number that stands for a day. */
export const aDate = 2
export const aText = 4
/** An empty text, which counts as not given. */
export const anEmptyText = 8
export const aTruthValue = 16
export const anything = 31

/** Whether values of these kinds can never be used as a number. */
export function isNeverNumber(kinds: Kinds): boolean {
  return (kinds & (aNumber | aDate)) === 0 && (kinds & (aText | aTruthValue)) !== 0
}

export function kindsOf(
  node: AstExpression | null,
  kindsOfReference: (node: ReferenceIdentifier) => Kinds,
): Kinds {
  const of = (part: AstExpression | null | undefined): Kinds =>
    kindsOf(part ?? null, kindsOfReference)
  if (node === null) return anything
  switch (node.type) {
    case 'ReferenceIdentifier':
      return kindsOfReference(node)
    case 'Literal':
      return kindsOfLiteral(node.value)
    case 'ErrorLiteral':
      return 0
    case 'UnaryExpression':
      return node.operator === '+' || node.operator === '@' ? of(node.arguments[0]) : aNumber
    case 'BinaryExpression':
      return kindsOfOperator(node.operator, of(node.arguments[0]), of(node.arguments[1]))
    case 'CallExpression':
      return kindsOfCall(calledName(node.callee), node.arguments, of)
    case 'LetExpression':
    case 'LambdaExpression':
    case 'ArrayExpression':
      return anything
  }
}

function kindsOfLiteral(value: unknown): Kinds {
  if (typeof value === 'number') return aNumber
  if (typeof value === 'boolean') return aTruthValue
  return value === '' ? anEmptyText : aText
}

function kindsOfOperator(operator: string, left: Kinds, right: Kinds): Kinds {
  switch (operator) {
    case '&':
      return (left | right) === anEmptyText ? anEmptyText : aText
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return aTruthValue
    case '+':
      return (left === aDate) === (right === aDate) ? aNumber : aDate
    case '-':
      return left === aDate && right !== aDate ? aDate : aNumber
    case '*':
    case '/':
    case '^':
      return aNumber
    default:
      return anything
  }
}

const dateFunctions = new Set(['DATE', 'EDATE', 'EOMONTH', 'TODAY', 'WORKDAY', 'DATEVALUE'])
const textFunctions = new Set([
  'CHAR',
  'CONCAT',
  'CONCATENATE',
  'FIXED',
  'LEFT',
  'LOWER',
  'MID',
  'PROPER',
  'REPLACE',
  'REPT',
  'RIGHT',
  'SUBSTITUTE',
  'TEXT',
  'TEXTJOIN',
  'TRIM',
  'UPPER',
])
const truthFunctions = new Set(['AND', 'EXACT', 'NOT', 'OR', 'XOR'])

type Parts = readonly (AstExpression | null)[]

function kindsOfCall(
  name: string,
  parts: Parts,
  of: (part: AstExpression | null | undefined) => Kinds,
): Kinds {
  if (dateFunctions.has(name)) return aDate
  if (textFunctions.has(name)) return aText
  if (truthFunctions.has(name) || name.startsWith('IS')) return aTruthValue
  const anyOf = (chosen: Parts) => chosen.reduce((kinds, part) => kinds | of(part), 0)
  switch (name) {
    case 'IF':
      return of(parts[1]) | (parts.length > 2 ? of(parts[2]) : aTruthValue)
    case 'IFS':
      return anyOf(parts.filter((_, at) => at % 2 === 1))
    case 'IFERROR':
    case 'IFNA':
      return of(parts[0]) | of(parts[1])
    case 'CHOOSE':
      return anyOf(parts.slice(1))
    case 'SWITCH': {
      const hasDefault = parts.length % 2 === 0
      const results = parts.filter((_, at) => at > 0 && at % 2 === 0)
      return anyOf(results) | (hasDefault ? of(parts.at(-1)) : 0)
    }
    case 'MIN':
    case 'MAX':
      return anyOf(parts) === aDate ? aDate : aNumber
    default:
      return anything
  }
}
