import type { Json } from '../../kernel/index.ts'
import { type FieldRule, type ParsedRule, parseRules } from '../../rules/index.ts'
import { allowedValues } from '../allowed-values.ts'

/** An answer at the edge of what its rules allow, or just beyond it. */
export interface CornerAnswer {
  readonly value: Json
  /** In words, such as `at its least, 18`. */
  readonly words: string
}

/** Of a list all values where they are few, else its ends. */
const listedMax = 8

/** Answers that are worth a test case: each edge of what is allowed, and what lies beyond it. */
export function cornerAnswers(field: FieldRule): CornerAnswer[] {
  const parsed = parseRules(field, '')
  if (!parsed.ok) return []
  const { rules } = parsed
  return [...allowedCorners(field, rules), ...refusedCorners(rules)]
}

function allowedCorners(field: FieldRule, rules: readonly ParsedRule[]): CornerAnswer[] {
  const isListed = rules.some(({ name }) => name === 'in' || name === 'boolean')
  const allowed = allowedValues(field, undefined)
  if (isListed && allowed.ok) {
    const values = allowed.values.filter((value) => value !== null && typeof value !== 'object')
    const chosen =
      values.length <= listedMax ? values : [...values.slice(0, 1), ...values.slice(-1)]
    return chosen.map((value) => ({ value, words: `is ${String(value)}` }))
  }
  return rules.flatMap((rule) => boundCorner(rule))
}

function boundCorner({ name, arguments: [written = ''] }: ParsedRule): CornerAnswer[] {
  if (name === 'min' || name === 'max') {
    const value = Number(written)
    return [{ value, words: `at its ${name === 'min' ? 'least' : 'most'}, ${written}` }]
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written)
  if (!isDay) return []
  if (name === 'after_or_equal') return [{ value: written, words: `at its first, ${written}` }]
  if (name === 'before_or_equal') return [{ value: written, words: `at its last, ${written}` }]
  return []
}

function refusedCorners(rules: readonly ParsedRule[]): CornerAnswer[] {
  const isNumber = rules.some(({ name }) => name === 'integer' || name === 'numeric')
  if (!isNumber) return []
  return rules.flatMap(({ name, arguments: [written = ''] }) => {
    const bound = Number(written)
    if (written === '' || Number.isNaN(bound)) return []
    if (name === 'min') return [{ value: bound - 1, words: `is ${bound - 1}, below its least` }]
    if (name === 'max') return [{ value: bound + 1, words: `is ${bound + 1}, above its most` }]
    if (name === 'gt') return [{ value: bound, words: `is ${bound}, which it must be above` }]
    if (name === 'lt') return [{ value: bound, words: `is ${bound}, which it must be below` }]
    return []
  })
}
