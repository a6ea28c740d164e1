/**
 * How relative changes are spread, in constant memory and without a guess: counts in fixed steps. A
 * step is a hundredth of a percent up to a doubling, and one percent from there to a hundredfold; what
 * rises more is in the last step, its true height in the greatest change.
 */
export interface Spread {
  /** Counts by number of step, of those that have any. */
  readonly steps: readonly (readonly [step: number, count: number])[]
}

/** In ten-thousandths. */
const fineMax = 10_000
const coarseStep = 100
const coarseMax = 990_000

/** A change from nothing has no relation to what it was: such are counted elsewhere. */
export function stepOf(before: number, after: number): number {
  if (before <= 0) throw new RangeError('only a price can change in proportion')
  const change = wholeQuotient((after - before) * fineMax, before)
  if (change < fineMax) return change
  const bounded = Math.min(change, coarseMax)
  return fineMax + Math.floor((bounded - fineMax) / coarseStep)
}

/** Towards minus infinity, exactly: products of cents are within the safe integers. */
function wholeQuotient(dividend: number, divisor: number): number {
  if (Number.isSafeInteger(dividend)) {
    const rest = ((dividend % divisor) + divisor) % divisor
    return (dividend - rest) / divisor
  }
  return Math.floor(dividend / divisor)
}

/** Where a step begins, in percent. */
export function percentOf(step: number): number {
  if (step <= fineMax) return step / 100
  return (fineMax + (step - fineMax) * coarseStep) / 100
}

/** The change that so many ten-thousandths of all do not exceed by more than a step. */
export function quantileOf(spread: Spread, share: number): number | null {
  const all = spread.steps.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  const rank = Math.max(1, Math.ceil((all * share) / 10_000))
  let passed = 0
  for (const [step, count] of spread.steps) {
    passed += count
    if (passed >= rank) return percentOf(step)
  }
  return null
}
