import type { ImpactLimits } from '../products/index.ts'
import type { ImpactResult } from './tally/tally.ts'

/** Where an impact goes beyond what a product allows, each with its figures; none where it does not. */
export function excessesOf(result: ImpactResult, limits: ImpactLimits): string[] {
  const { counts, greatestRise, greatestFall } = result
  // Not rounded: a limit of five percent is none of 5.004. Times a hundred first: 0.07 * 100 is above 7.
  const change = Math.abs(counts.after - counts.before)
  const average = counts.before === 0 ? 0 : (change * 100) / counts.before
  const single = Math.max(greatestRise, -greatestFall)
  const lost = counts.knocked_out + counts.refused + counts.not_sold
  const lostPercent = counts.count === 0 ? 0 : (lost * 100) / counts.count
  const over = (limit: number | null, value: number, describe: (limit: number) => string) =>
    limit !== null && value > limit ? [describe(limit)] : []
  return [
    ...over(
      limits.averagePercent,
      average,
      (limit) =>
        `the premium of the portfolio changes by ${percent(average, limit)}, and the limit is ${limit} %`,
    ),
    ...over(
      limits.singlePercent,
      single,
      (limit) => `one policy changes by ${percent(single, limit)}, and the limit is ${limit} %`,
    ),
    ...over(
      limits.newlyRefusedPercent,
      lostPercent,
      (limit) =>
        `${lost} of ${counts.count} policies (${percent(lostPercent, limit)}) would be declined, refused or ` +
        `not sold, and the limit is ${limit} %`,
    ),
    ...over(
      limits.failed,
      counts.failed,
      (limit) => `the calculation of ${policies(counts.failed)} fails, and the limit is ${limit}`,
    ),
    // What cost nothing has no percentage, and is dearer all the same.
    ...over(
      limits.singlePercent === null || result.fromNothing === 0 ? null : 0,
      result.fromNothing,
      () => `policies that cost nothing would cost something: ${policies(result.fromNothing)}`,
    ),
  ]
}

/** With as many digits as it takes to see that it is above the limit. */
function percent(value: number, limit: number): string {
  let digits = 2
  while (digits < 10 && Number(value.toFixed(digits)) <= limit) digits += 1
  return `${Number(value.toFixed(digits))} %`
}

function policies(count: number): string {
  return count === 1 ? '1 policy' : `${count} policies`
}
