import { areSameType } from './find-row.ts'
import { fold } from './fold.ts'
import type { Kit } from './kit.ts'
import { type AnyNumber, errorOfCode, isError, isNumber, type Scalar } from './value.ts'
import { foldedMatcher, hasWildcard } from './wildcard.ts'

/** What SUMIFS and its like ask of a cell. */
export interface Criterion<N extends AnyNumber> {
  readonly fits: (cell: Scalar<N>) => boolean
  /** The value sought, where the criterion is plain equality that an index can answer. */
  readonly equals: Scalar<N> | undefined
  /** The pattern that texts without their case must fit, which an index can answer as well. */
  readonly pattern?: (folded: string) => boolean
}

type Operand<N> = N | string | boolean

const shape = /^(<=|>=|<>|<|>|=)?([\s\S]*)$/

/** Reads a criterion: a value, or a text such as ">=100", "<>never" or "a*". A blank asks for 0. */
export function criterionOf<N extends AnyNumber>(kit: Kit<N>, value: Scalar<N>): Criterion<N> {
  if (isError(value)) return testing((cell) => cell === value)
  if (typeof value !== 'string') return equality(kit, value ?? kit.zero)
  const known = criteriaOf(kit)
  const remembered = known.get(value)
  if (remembered !== undefined) return remembered
  if (known.size >= criteriaMax) known.clear()
  // Most texts begin with no operator, and are no number, date or pattern either.
  const criterion = plainText.test(value) ? equality(kit, value) : readCriterion(kit, value)
  if (value.length <= rememberedCharactersMax) known.set(value, criterion)
  return criterion
}

/** Criteria that are remembered: most stand in the formulas, or are one of a few given values. */
const criteriaMax = 500
const rememberedCharactersMax = 100
const criteria = new WeakMap<object, Map<string, unknown>>()

function criteriaOf<N extends AnyNumber>(kit: Kit<N>): Map<string, Criterion<N>> {
  const known = criteria.get(kit) ?? new Map<string, unknown>()
  criteria.set(kit, known)
  return known as Map<string, Criterion<N>> // Only criteria of this kit are kept under it.
}

/** Words that mean nothing but themselves: no number, TRUE, FALSE, error or pattern. */
const plainText = /^(?!true$|false$|#|[+-]?[\d.])[^<>=*?~\s][^*?~]*$/i

function readCriterion<N extends AnyNumber>(kit: Kit<N>, value: string): Criterion<N> {
  const match = shape.exec(value)
  const error = errorOfCode((match?.[2] ?? '').toUpperCase())
  if (error !== undefined && /^=?$/.test(match?.[1] ?? '')) {
    return testing((cell) => isError(cell) && cell.code === error.code)
  }
  const operand = readOperand(kit, match?.[2] ?? '')
  switch (match?.[1] ?? '') {
    case '':
      return equality(kit, operand)
    case '=':
      return operand === '' ? testing((cell) => cell === null) : equality(kit, operand)
    case '<>': {
      if (operand === '') return testing((cell) => cell !== null)
      const same = equality(kit, operand)
      return testing((cell) => !same.fits(cell))
    }
    case '<':
      return ordering(kit, operand, (order) => order < 0)
    case '<=':
      return ordering(kit, operand, (order) => order <= 0)
    case '>':
      return ordering(kit, operand, (order) => order > 0)
    default:
      return ordering(kit, operand, (order) => order >= 0)
  }
}

function testing<N extends AnyNumber>(fits: Criterion<N>['fits']): Criterion<N> {
  return { fits, equals: undefined }
}

function readOperand<N extends AnyNumber>(kit: Kit<N>, text: string): Operand<N> {
  const upper = text.toUpperCase()
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE'
  const serial = kit.calendar.serialOfIso(text)
  return serial === null ? (kit.parse(text.trim()) ?? text) : kit.ofInteger(serial)
}

function equality<N extends AnyNumber>(kit: Kit<N>, operand: Operand<N>): Criterion<N> {
  if (typeof operand === 'string') {
    if (operand === '') return testing((cell) => cell === null || cell === '')
    if (hasWildcard(operand)) {
      const pattern = foldedMatcher(operand)
      const fits = (cell: Scalar<N>) => typeof cell === 'string' && pattern(fold(cell))
      return { fits, equals: undefined, pattern }
    }
  }
  const isLoose = kit.readsLooseTexts && isNumber(operand)
  return {
    fits: (cell) => {
      const value = isLoose && typeof cell === 'string' ? kit.parse(cell.trim()) : cell
      return isComparable(value, operand) && kit.areEqual(value, operand)
    },
    equals: operand,
  }
}

/** Only cells of the operand's own type are compared; others never fit. */
function ordering<N extends AnyNumber>(
  kit: Kit<N>,
  operand: Operand<N>,
  decide: (order: number) => boolean,
): Criterion<N> {
  return testing((cell) => isComparable(cell, operand) && decide(kit.compareValues(cell, operand)))
}

function isComparable<N extends AnyNumber>(
  cell: Scalar<N>,
  operand: Operand<N>,
): cell is Operand<N> {
  return areSameType(cell, operand) && (isNumber(cell) || !isError(cell))
}
