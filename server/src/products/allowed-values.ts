import type { Json } from '../kernel/index.ts'
import { type FieldRule, type ParsedRule, parseRules } from '../rules/index.ts'
import { readQuestion } from './question.ts'

/** A range of so few values is gone through whole, a longer one at round steps. */
const wholeRangeMax = 24
/** About so many steps, so that a table of them can be read. */
const stepsWanted = 10
/** Beyond this, steps of a double are larger than the numbers are apart. */
const numberMax = Number.MAX_SAFE_INTEGER

export type AllowedValues =
  | {
      readonly ok: true
      /** Null is an answer that is not given. */
      readonly values: readonly Json[]
      /** Where they come from, in words. */
      readonly from: string
    }
  | { readonly ok: false; readonly why: string }

/**
 * The values that the rules of a field allow, to try each of them out: those that are listed, or of a
 * range with both ends all or a sample at round steps, ends included. An answer that was given is
 * among them.
 */
export function allowedValues(field: FieldRule, given: Json | undefined): AllowedValues {
  const { type, choices, dataset, isRequired } = readQuestion(field)
  const rules = rulesOf(field)
  const listed = (values: readonly Json[], from: string): AllowedValues => ({
    ok: true,
    values: isRequired ? values : [null, ...values],
    from,
  })
  if (field.name.includes('*')) return no('it is asked for each entry of a list')
  if (dataset !== null) return no('it is an item of a dataset')
  if (choices !== null) {
    const isTruth = type === 'boolean'
    return listed(isTruth ? choices.map((choice) => choice === 'true') : choices, 'as listed')
  }
  if (type === 'boolean' || rules.some(({ name }) => name === 'required_true')) {
    return listed([false, true], 'false and true')
  }
  if (type === 'iso_date' || type === 'iso_datetime') return no('it is a date')
  if (type !== 'integer' && type !== 'numeric') return no('its rules list no values')
  const range = rangeOf(rules, type === 'integer')
  if (range === null) return no('its rules do not give both a least and a greatest number')
  const values = within(range, typeof given === 'number' ? given : null)
  if (values.length === 0) return no('its rules allow no number')
  return listed(values, describeRange(range, values.length))
}

function no(why: string): AllowedValues {
  return { ok: false, why }
}

function rulesOf(field: FieldRule): readonly ParsedRule[] {
  const parsed = parseRules(field, '')
  return parsed.ok ? parsed.rules : []
}

interface Range {
  readonly first: number
  readonly last: number
  /** Between one allowed number and the next; null where there is always one in between. */
  readonly step: number | null
  /** Ends that are not allowed themselves. */
  readonly without: readonly number[]
}

/** Null where an end is open, or is another field. */
function rangeOf(rules: readonly ParsedRule[], isWhole: boolean): Range | null {
  const ends = (names: readonly string[], at: number): number[] =>
    rules
      .filter(({ name }) => names.includes(name))
      .map(({ name, arguments: args }) => Number(args[name === 'between' ? at : 0]))
      .filter((end) => Math.abs(end) <= numberMax)
  const least = ends(['min', 'gte', 'gt', 'between', 'size'], 0)
  const most = ends(['max', 'lte', 'lt', 'between', 'size'], 1)
  if (least.length === 0 || most.length === 0) return null
  const divisor = ends(['divisible_without_remainder'], 0)[0] ?? null
  const step = divisor ?? (isWhole ? 1 : null)
  const [low, high] = [Math.max(...least), Math.min(...most)]
  const without = [...ends(['gt'], 0), ...ends(['lt'], 0)]
  if (step === null || step <= 0) return { first: low, last: high, step: null, without }
  const above = without.includes(low) ? Math.floor(low / step) + 1 : Math.ceil(low / step)
  const below = without.includes(high) ? Math.ceil(high / step) - 1 : Math.floor(high / step)
  return { first: exact(above * step), last: exact(below * step), step, without }
}

function within({ first, last, step, without }: Range, given: number | null): number[] {
  if (first > last) return []
  const count = step === null ? Infinity : Math.round((last - first) / step) + 1
  const stride = count <= wholeRangeMax ? (step ?? 1) : strideOf(last - first, step)
  const start = count <= wholeRangeMax ? first : (Math.floor(first / stride) + 1) * stride
  const values = new Set([first, last])
  for (let at = 0; start + at * stride < last; at++) values.add(exact(start + at * stride))
  if (given !== null && given > first && given < last) values.add(given)
  return [...values].filter((value) => !without.includes(value)).toSorted((a, b) => a - b)
}

/** One, two or five times a power of ten, of the steps that are allowed. */
function strideOf(span: number, step: number | null): number {
  const unit = step ?? 1
  const rough = span / stepsWanted / unit
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].find((times) => times * power >= rough) ?? 10
  const steps = step === null ? round * power : Math.max(1, Math.round(round * power))
  return exact(steps * unit)
}

function describeRange({ first, last, step }: Range, count: number): string {
  const isWhole = step !== null && count === Math.round((last - first) / step) + 1
  return isWhole ? `all from ${first} to ${last}` : `${count} values from ${first} to ${last}`
}

/** Without what doubles add: 0.1 times 3 is 0.3. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(14))
}
