import type { ShownMassEndorsement } from '@bindery/sdk'
import { money } from './money.ts'

type Sums = NonNullable<ShownMassEndorsement['preview']>

/** What a mass endorsement would do, or has done, for a person. */
export function describeMassEndorsement(mass: ShownMassEndorsement): string[] {
  const { status, tax_rate: rate, effective_date: day, preview, result } = mass
  return [
    `Tax from ${rate.from} to ${rate.to} percent for periods that are due from ${day}: ${status}.`,
    ...(preview === null ? [] : ['', 'Preview:', ...describeSums(preview)]),
    ...(result === null ? [] : ['', 'Result:', ...describeSums(result)]),
  ]
}

function describeSums(sums: Sums): string[] {
  return [
    `  ${sums.policies} policies looked at, ${sums.applied} changed, ${sums.waiting} waiting`,
    ...Object.entries(sums.skipped).map(([code, count]) => `  ${count} skipped: ${code}`),
    ...Object.entries(sums.failed).map(([code, count]) => `  ${count} failed: ${code}`),
    ...sums.money.map(
      ({ currency, premium_before, premium_after, tax_before, tax_after }) =>
        `  premium ${money(premium_before, currency)} to ${money(premium_after, currency)}, ` +
        `tax ${money(tax_before, currency)} to ${money(tax_after, currency)}`,
    ),
  ]
}
