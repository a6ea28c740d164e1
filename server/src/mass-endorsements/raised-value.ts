import type { JsonObject } from '../kernel/index.ts'
import type { IndexationSettings } from '../products/index.ts'

/** By how much an answer rises: by a percentage, or to a value. */
export interface IndexationChange {
  readonly answer: string
  /** In percent with at most four decimals, such as `3.2`; null where it rises to a value. */
  readonly percent: string | null
  readonly to: number | null
}

/** Why an index does not raise an answer of a policy. */
export type NotRaised =
  | 'not_in_terms'
  | 'not_agreed'
  | 'answer_missing'
  | 'above_limit'
  | 'not_higher'

/** The raised answer, as far as the terms of the policy allow it. */
export function raisedValue(
  { answer, percent, to }: IndexationChange,
  settings: IndexationSettings | undefined,
  answers: JsonObject,
): number | NotRaised {
  if (settings === undefined) return 'not_in_terms'
  if (settings.agreedBy !== null && answers[settings.agreedBy] !== true) return 'not_agreed'
  const before = answers[answer]
  if (typeof before !== 'number' || before <= 0) return 'answer_missing'
  const limit = raised(before, String(settings.percentMax))
  if (percent !== null && Number(percent) > settings.percentMax) return 'above_limit'
  const exact = percent === null ? scaled(to ?? 0) : raised(before, percent)
  if (exact > limit) return 'above_limit'
  const value = percent === null ? (to ?? 0) : toStep(exact, settings.step, limit)
  return value > before ? value : 'not_higher'
}

/** Whole numbers of a hundred-millionth: an answer of six decimals, and a percentage of four, lose nothing. */
const decimals = 6
const unit = 10n ** BigInt(decimals)
const percentUnit = 10_000

function scaled(value: number): bigint {
  return Number.isInteger(value) ? BigInt(value) * unit : BigInt(Math.round(value * 10 ** decimals))
}

function raised(before: number, percent: string): bigint {
  const share = BigInt(Math.round(Number(percent) * percentUnit))
  const whole = BigInt(100 * percentUnit)
  return (scaled(before) * (whole + share)) / whole
}

/** Half up, but never above the limit. */
function toStep(exact: bigint, step: number, limit: bigint): number {
  const size = BigInt(step) * unit
  const nearest = (exact + size / 2n) / size
  return Number(nearest * size > limit ? limit / size : nearest) * step
}
