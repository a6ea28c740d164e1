import { isFee } from '../ledger/index.ts'
import { paidDay } from '../payments/index.ts'
import type { SeenCase } from './look-at-arrears.ts'
import { paysFor } from './pays-for.ts'

/**
 * The day on which cover resumes once the notice is paid: the day on which the last of its money came,
 * which may lie before the day on which that was recorded. An amount that was written off, or is no
 * longer owed, counts from today. Never earlier than the day of the suspension.
 */
export function coverResumesFrom({
  open,
  notice,
  arrears,
  today,
  policy,
}: Pick<SeenCase, 'open' | 'notice' | 'arrears' | 'today' | 'policy'>): Temporal.PlainDate {
  const asked = notice?.invoices.filter((one) => !isFee(one)) ?? []
  const days = asked.flatMap((invoice) => {
    const paid = arrears.payments.filter(
      (one) => one.status === 'ok' && !one.onAccount && paysFor(one, invoice),
    )
    const came = paid.reduce((sum, { amount }) => sum + amount, 0)
    return came < invoice.open ? [today] : paid.map((one) => paidDay(one, policy.timeZone))
  })
  return days.reduce((last, day) => later(last, day), open.stepDay)
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
