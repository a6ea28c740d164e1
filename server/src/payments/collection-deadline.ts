import { type InvoiceId, type Moment, isId, startOfDay, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Deadline, setDeadline } from '../deadlines/index.ts'
import type { Policy } from '../policies/index.ts'
import { abilitiesOf } from '../products/index.ts'
import type { Mandate } from './mandate.ts'

/**
 * Schedules the collection of an invoice: on its due day, or as long before as it takes to notify the
 * customer and to order the debit.
 */
export function firstTry(
  policy: Policy,
  { id, dueDay }: { readonly id: InvoiceId; readonly dueDay: Temporal.PlainDate },
  { provider, method }: Pick<Mandate, 'provider' | 'method'>,
  { now }: Pick<Moment, 'now'>,
): Deadline {
  const { noticeDays, leadDays } = abilitiesOf(provider, method)
  if (noticeDays + leadDays === 0) return tryOn(policy, id, 1, dueDay)
  const today = todayIn(policy.timeZone, now)
  const first = dueDay.subtract({ days: Math.max(noticeDays, leadDays) })
  return tryOn(policy, id, 1, Temporal.PlainDate.compare(first, today) < 0 ? today : first)
}

/** Has it tried once more, as soon as a day begins that is so many days away. */
export async function collectAgain(
  tx: Transaction,
  policy: Policy,
  next: { readonly invoiceId: InvoiceId; readonly attempt: number; readonly pauseDays: number },
  { now }: Moment,
): Promise<void> {
  const day = todayIn(policy.timeZone, now).add({ days: next.pauseDays })
  await setDeadline(tx, tryOn(policy, next.invoiceId, next.attempt, day))
}

/** Of one invoice one try after the other, each by a deadline of its own. */
export function tryOn(
  { id: policyId, clockId, timeZone }: Policy,
  invoiceId: InvoiceId,
  attempt: number,
  day: Temporal.PlainDate,
): Deadline {
  const dueAt = startOfDay(day, timeZone)
  return { policyId, clockId, kind: 'collection', key: `${invoiceId} ${attempt}`, dueAt }
}

/** Which invoice, and which try. */
export function readTry(key: string): { readonly invoiceId: InvoiceId; readonly attempt: number } {
  const [invoiceId, attempt] = key.split(' ')
  if (!isId('bil', invoiceId)) throw new Error(`${key} names no invoice`)
  return { invoiceId, attempt: Number(attempt) }
}
