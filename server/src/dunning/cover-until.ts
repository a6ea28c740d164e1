import type { Invoice } from '../ledger/index.ts'
import type { DunningSettings } from '../products/index.ts'

/**
 * The last day of cover of a policy that lapses: the last of the grace, or the day before the first that
 * was not paid for. Cover that nobody paid anything for never began.
 */
export function coverUntil(
  { coverEnds }: Pick<DunningSettings, 'coverEnds'>,
  graceUntil: Temporal.PlainDate,
  unpaid: readonly Pick<Invoice, 'lines'>[],
): Temporal.PlainDate {
  if (coverEnds === 'end_of_grace') return graceUntil
  const [first] = unpaid
    .flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'period' ? line.first_day : [])))
    .toSorted()
  // The open amount of a transaction alone says nothing about covered days.
  if (first === undefined) return graceUntil
  const paidTo = Temporal.PlainDate.from(first).subtract({ days: 1 })
  return Temporal.PlainDate.compare(paidTo, graceUntil) < 0 ? paidTo : graceUntil
}
