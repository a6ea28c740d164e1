import type { ShownMassEndorsement } from '@bindery/sdk'
import { money } from './money.ts'

type Sums = NonNullable<ShownMassEndorsement['preview']>

/** What a mass endorsement would do, or has done, for a person. */
export function describeMassEndorsement(mass: ShownMassEndorsement): string[] {
  const { status, preview, result } = mass
  return [
    `${describeChange(mass)}: ${status}.`,
    ...(preview === null ? [] : ['', 'Preview:', ...describeSums(preview)]),
    ...(result === null ? [] : ['', 'Result:', ...describeSums(result)]),
  ]
}

/** For example: tax from 19 to 21 percent for periods that are due from 2029-01-01. */
export function describeChange({
  tax_rate: rate,
  indexation: index,
  task,
  kind,
  effective_date: day,
}: Pick<
  ShownMassEndorsement,
  'tax_rate' | 'indexation' | 'task' | 'kind' | 'effective_date'
>): string {
  if (rate !== null) {
    return `tax from ${rate.from} to ${rate.to} percent for periods that are due from ${day}`
  }
  if (index !== null) {
    const { answer, percent, to } = index
    return `${answer} rises ${percent === null ? `to ${to}` : `by ${percent} percent`} from ${day}`
  }
  if (task !== null) return `task "${task.title}" until ${day}`
  return kind === 'renewal_retry' ? 'renewal_retry' : `${kind} until ${day}`
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
