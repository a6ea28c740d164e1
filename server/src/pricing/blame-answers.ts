import type { FieldError } from '../kernel/index.ts'
import { isGiven, memberAt } from './member-at.ts'
import type { Calculation, PricingInput } from './pricing-types.ts'

/** A key that is made of more answers is a gap in the tariff, not a mistake of the customer. */
const blamedMax = 3

/** What the key of a lookup was made of. */
export interface KeyOrigin {
  /** The answers, by the name of their field and its path in the data. */
  readonly answers: readonly { readonly field: string; readonly path: readonly string[] }[]
  /** Whether a pricing variable is part of it too: then the insurer's setting may be wrong. */
  readonly hasVariable: boolean
}

/**
 * The errors of answers that a lookup did not find. None where the customer cannot be blamed: the key has a
 * pricing variable in it, an answer that was not given, one that an endorsement leaves alone, or too
 * many answers. The calculation has then failed, which is the insurer's to fix.
 */
export function blameAnswers(
  { answers, hasVariable }: KeyOrigin,
  { data, held = [] }: PricingInput,
): FieldError[] {
  const isTheirs = answers.every(
    ({ path }) => isGiven(memberAt(data, path)) && !held.includes(path[0] ?? ''),
  )
  if (hasVariable || !isTheirs || answers.length > blamedMax) return []
  return answers.map(({ field }) => ({ code: 'invalid_value', field, path: 'data' }))
}

/** A calculation that failed because of answers. */
export function blamedOn(
  errors: readonly FieldError[],
  { place, reason, trace }: Extract<Calculation, { outcome: 'failed' }>,
): Calculation {
  const miss = { place, reason }
  return { outcome: 'invalid', errors, miss, ...(trace !== undefined && { trace }) }
}
