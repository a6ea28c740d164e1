import { calledName } from '@bindery/spreadsheet/formulas'
import { type CellId, isWholeColumn, type FormulaPlace } from '@bindery/spreadsheet/references'
import type { AstExpression } from '@borgar/fx'
import type { Comparison, Constraint, Operand, PlainValue } from './constraint.ts'
import { type Argument, areaOf, cellOf, operandOf, type Site, valuesIn } from './site.ts'

/** The constraints of a condition on one answer, and whether the condition has other parts. */
export interface InferredCondition {
  readonly constraints: readonly Constraint[]
  readonly isWhole: boolean
}

/**
 * Reads a condition such as `AND(C7>=18,C7<=75)` as far as rules can say it. Whatever else it says,
 * the workbook checks itself.
 */
export function inferCondition(
  expression: AstExpression,
  self: CellId,
  at: FormulaPlace,
  site: Site,
): InferredCondition {
  const isSelf = (part: Argument) => cellOf(part, at, site) === self
  const infer = (part: Argument): InferredCondition => {
    if (part == null) return notUnderstood
    if (part.type === 'BinaryExpression') return compared(part.operator, part.arguments)
    if (part.type !== 'CallExpression') return notUnderstood
    const name = calledName(part.callee)
    if (name === 'AND') return all(part.arguments.map(infer))
    if (name === 'OR') return either(part.arguments)
    const [first, range] = part.arguments
    if (name === 'ISNUMBER' && first?.type === 'CallExpression') return matched(first)
    if (!isSelf(first) || range !== undefined) return notUnderstood
    if (name === 'ISNUMBER') return whole({ kind: 'type', type: 'numeric' })
    if (name === 'ISTEXT') return whole({ kind: 'type', type: 'string' })
    return name === 'ISLOGICAL' ? whole({ kind: 'type', type: 'boolean' }) : notUnderstood
  }

  /** ISNUMBER(MATCH(C7,Rates!A2:A9,0)): the answer is in the list. */
  function matched(call: Extract<AstExpression, { type: 'CallExpression' }>): InferredCondition {
    const [value, range, way] = call.arguments
    const exact = operandOf(way, at, site)
    const isExact = exact?.kind === 'value' && (exact.value === 0 || exact.value === false)
    if (calledName(call.callee) !== 'MATCH' || !isSelf(value) || !isExact) return notUnderstood
    return among(range)
  }

  function among(range: Argument): InferredCondition {
    const area = areaOf(range, at, site)
    const listed = area === null || isWholeColumn(area) ? null : valuesIn(area)
    return listed?.ok === true ? whole({ kind: 'choices', values: listed.values }) : notUnderstood
  }

  /** A blank passes by itself; several values that the answer may be are its choices. */
  function either(parts: readonly AstExpression[]): InferredCondition {
    const left = parts.filter((part) => !saysBlank(part))
    const [only] = left
    if (left.length === 1 && only !== undefined) return infer(only)
    const inferred = left.map(infer)
    const values = inferred.flatMap(({ constraints, isWhole }) => {
      const [first] = constraints
      return isWhole && constraints.length === 1 && first?.kind === 'choices' ? [first.values] : []
    })
    if (values.length < left.length || left.length === 0) return notUnderstood
    return whole({ kind: 'choices', values: values.flat() })
  }

  function saysBlank(part: Argument): boolean {
    if (part == null) return false
    if (part.type === 'CallExpression') {
      return calledName(part.callee) === 'ISBLANK' && isSelf(part.arguments[0])
    }
    if (part.type !== 'BinaryExpression' || part.operator !== '=') return false
    const [left, right] = part.arguments
    const blank = [operandOf(left, at, site), operandOf(right, at, site)].some(
      (operand) => operand?.kind === 'value' && operand.value === '',
    )
    return blank && (isSelf(left) || isSelf(right))
  }

  function compared(operator: string, args: readonly AstExpression[]): InferredCondition {
    const [left, right] = args
    if (left?.type === 'CallExpression') return comparedCall(operator, left, right)
    if (isSelf(left)) {
      // C7=INT(C7) asks for a whole number.
      if (operator === '=' && isWholePartOf(right)) return whole({ kind: 'type', type: 'integer' })
      return bounded(operator, operandOf(right, at, site))
    }
    return isSelf(right) ? bounded(turned(operator), operandOf(left, at, site)) : notUnderstood
  }

  function isWholePartOf(part: Argument): boolean {
    if (part?.type !== 'CallExpression') return false
    const name = calledName(part.callee)
    return (name === 'INT' || name === 'TRUNC') && isSelf(part.arguments[0])
  }

  /** LEN(C7)<=30, and COUNTIF(Zones!A2:A9,C7)>0. */
  function comparedCall(
    operator: string,
    call: Extract<AstExpression, { type: 'CallExpression' }>,
    right: Argument,
  ): InferredCondition {
    const operand = operandOf(right, at, site)
    const bound = operand?.kind === 'value' ? operand.value : null
    const name = calledName(call.callee)
    if (name === 'LEN' && isSelf(call.arguments[0]) && typeof bound === 'number') {
      return lengthBound(operator, bound)
    }
    const isFound =
      ((operator === '=' || operator === '>=') && bound === 1) || (operator === '>' && bound === 0)
    if (name === 'COUNTIF' && isSelf(call.arguments[1]) && isFound) return among(call.arguments[0])
    return notUnderstood
  }

  return infer(expression)
}

const notUnderstood: InferredCondition = { constraints: [], isWhole: false }

function whole(...constraints: Constraint[]): InferredCondition {
  return { constraints, isWhole: true }
}

function all(parts: readonly InferredCondition[]): InferredCondition {
  return {
    constraints: parts.flatMap(({ constraints }) => constraints),
    isWhole: parts.every(({ isWhole }) => isWhole),
  }
}

function bounded(operator: string, to: Operand | null): InferredCondition {
  if (to === null) return notUnderstood
  if (operator === '=' || operator === '<>') {
    if (to.kind !== 'value' || to.value === '') return notUnderstood
    const values: PlainValue[] = [to.value]
    return whole({ kind: operator === '=' ? 'choices' : 'excluded', values })
  }
  if (!isComparison(operator)) return notUnderstood
  if (to.kind === 'value' && typeof to.value !== 'number') return notUnderstood
  return whole({ kind: 'bound', comparison: operator, to })
}

function lengthBound(operator: string, bound: number): InferredCondition {
  const ofLength = (comparison: '>=' | '<=' | '=', characters: number) =>
    whole({ kind: 'type', type: 'string' }, { kind: 'length', comparison, characters })
  if (!Number.isInteger(bound) || bound < 0) return notUnderstood
  if (operator === '>=' || operator === '<=' || operator === '=') return ofLength(operator, bound)
  if (operator === '>') return ofLength('>=', bound + 1)
  return operator === '<' && bound > 0 ? ofLength('<=', bound - 1) : notUnderstood
}

function isComparison(operator: string): operator is Comparison {
  return ['>=', '<=', '>', '<'].includes(operator)
}

/** The same comparison seen from its other side. */
function turned(operator: string): string {
  const pairs: Readonly<Record<string, string>> = { '>=': '<=', '<=': '>=', '>': '<', '<': '>' }
  return pairs[operator] ?? operator
}
