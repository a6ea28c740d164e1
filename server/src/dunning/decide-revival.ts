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
  /** Whether it was paid for an invoice that the notice names. */
  readonly isNamed: boolean
}

/** The premium that a notice names, and what came since: without the fees of letters. */
export function premiumOf(
  notice: Pick<DunningLetter, 'invoices' | 'knownReceipts' | 'writtenAt'>,
  payments: readonly Payment[],
  timeZone: string,
): { readonly asked: number; readonly came: readonly CameIn[] } {
  const named = notice.invoices.filter(({ kind }) => kind !== 'fee')
  const since = payments.filter(
    (one) => one.status === 'ok' && !one.onAccount && !isKnown(notice, one),
  )
  return {
    asked: named.reduce((sum, { open }) => sum + open, 0),
    came: since
      .map((one) => ({
        day: paidDay(one, timeZone),
        amount: one.amount,
        isNamed: named.some((invoice) => paysFor(one, invoice)),
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
 * The day on which the whole premium of the notice had come; null where some of it has not. Money for the
 * invoices that it names counts on its day. Where the excess of another payment has settled them, the last
 * payment decides.
 */
export function premiumPaidOn(
  { asked, came }: ReturnType<typeof premiumOf>,
  /** Whether something of the invoices that the notice names is open. */
  isOpen: boolean,
): Temporal.PlainDate | null {
  let paid = 0
  for (const { day, amount, isNamed } of came) {
    if (isNamed) paid += amount
    if (isNamed && paid >= asked) return day
  }
  const all = came.reduce((sum, { amount }) => sum + amount, 0)
  return isOpen || all < asked ? null : (came.at(-1)?.day ?? null)
}
