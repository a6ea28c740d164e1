/** Far above any premium, far below where a double stops counting whole cents. */
export const amountMax = 1_000_000_000_000

export function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= amountMax
}

/**
 * Splits an amount by days into the part that falls on `partDays` of `wholeDays` and the rest.
 * The part is rounded half up; the two always sum to the amount, so no cent is lost or made.
 */
export function proRata(
  amount: number,
  partDays: number,
  wholeDays: number,
): { part: number; rest: number } {
  if (!isAmount(amount)) throw new RangeError(`not an amount of money: ${amount}`)
  if (!Number.isSafeInteger(wholeDays) || wholeDays <= 0) {
    throw new RangeError(`a period needs at least one day, not ${wholeDays}`)
  }
  if (!Number.isSafeInteger(partDays) || partDays < 0 || partDays > wholeDays) {
    throw new RangeError(`${partDays} days do not lie within ${wholeDays}`)
  }
  const whole = BigInt(wholeDays)
  const part = Number((2n * BigInt(amount) * BigInt(partDays) + whole) / (2n * whole))
  return { part, rest: amount - part }
}
