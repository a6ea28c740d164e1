/** The answer by which the result is grouped, and its bands; null where each value is a group. */
export interface Grouping {
  readonly field: string
  /** Lower bounds, rising: 0 and 10000 make three bands, one below 0 included. */
  readonly bands: readonly number[] | null
}

/** Each band begins with its bound and ends before the next one; the one below all is number -1. */
export function nameOfBand(bands: readonly number[], at: number): string {
  const [from, to] = [bands[at], bands[at + 1]]
  if (from === undefined) return `below ${to}`
  return to === undefined ? `${from} and more` : `${from} to below ${to}`
}
