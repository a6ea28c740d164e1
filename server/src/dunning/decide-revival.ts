import { isFee } from '../ledger/index.ts'
import { type Payment, paidDay } from '../payments/index.ts'
import type { DunningLetter } from './dunning-case.ts'
import { paysFor } from './pays-for.ts'

/** The same-numbered day of a later month; in a shorter month its last day. */
export function revivalUntil(lastDay: Temporal.PlainDate, months: number): Temporal.PlainDate {
  return lastDay.add({ months })
}

interface CameIn {
  readonly day: Temporal.PlainDate
  readonly amount: number
}

/** The premium that a notice names, and what came for it since: without the fees of letters. */
export function premiumOf(
  notice: Pick<DunningLetter, 'invoices' | 'knownReceipts' | 'writtenAt'>,
  payments: readonly Payment[],
  timeZone: string,
): { readonly asked: number; readonly came: readonly CameIn[] } {
  const named = notice.invoices.filter((one) => !isFee(one))
  const since = payments.filter(
    (one) =>
      one.status === 'ok' &&
      !one.onAccount &&
      !isKnown(notice, one) &&
      named.some((invoice) => paysFor(one, invoice)),
  )
  return {
    asked: named.reduce((sum, { open }) => sum + open, 0),
    came: since
      .map((one) => ({
        day: paidDay(one, timeZone),
        amount: one.amount,
      }))
      .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day)),
  }
}

function isKnown(
  { knownReceipts, writtenAt }: Pick<DunningLetter, 'knownReceipts' | 'writtenAt'>,
  { id, receivedOn, processedAt }: Payment,
): boolean {
  if (receivedOn !== null) return knownReceipts.includes(id)
  return processedAt !== null && Temporal.Instant.compare(processedAt, writtenAt) <= 0
}

/**
 * The day on which the whole premium of the notice had come; null where some of it has not. What was paid
 * for other invoices does not count, though the lapse may have lowered those that the notice names.
 */
export function premiumPaidOn({
  asked,
  came,
}: ReturnType<typeof premiumOf>): Temporal.PlainDate | null {
  let paid = 0
  for (const { day, amount } of came) {
    paid += amount
    if (paid >= asked) return day
  }
  return null
}
