/** Doubles closer than this, relative to their size, are one number to a spreadsheet. */
export const closeness = 2 ** -48

/** Equality as spreadsheets have it: 0.1 + 0.2 is 0.3. Whole numbers are only equal if they are. */
export function areClose(a: number, b: number): boolean {
  if (a === b) return true
  const limit = Math.min(Math.abs(a), Math.abs(b)) * closeness
  return Math.abs(a - b) < limit && !(Number.isInteger(a) && Number.isInteger(b))
}

/** Negative, zero or positive; numbers that are close are equal. */
export function compareDoubles(a: number, b: number): number {
  return areClose(a, b) ? 0 : a - b
}

/** A sum that all but cancels out is zero, so that 0.1 + 0.2 - 0.3 is. */
export function addDoubles(a: number, b: number): number {
  const sum = a + b
  if (Math.abs(sum) >= Math.abs(a) * closeness) return sum
  return Number.isInteger(a) && Number.isInteger(b) ? sum : 0
}

/** The whole number that a double means, if it is that close to one; else null. */
export function wholeMeant(value: number): number | null {
  const near = Math.round(value)
  return Math.abs(value - near) <= Math.abs(value) * closeness ? near : null
}
