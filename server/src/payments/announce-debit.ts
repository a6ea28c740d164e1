import { type Moment, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Policy } from '../policies/index.ts'
import { abilitiesOf } from '../products/index.ts'
import { tryOn } from './collection-deadline.ts'
import { selectDebitNotice, upsertDebitNotice } from './debit-notice-store.ts'
import type { Mandate } from './mandate.ts'

/**
 * The day of a debit that the customer was notified of, with this amount; null where the customer has to be
 * notified first: then the collection is set to when the debit has to be ordered. An amount that has changed
 * since is announced anew, with the whole time. With the policy locked.
 */
export async function announcedDay(
  tx: Transaction,
  { policy, invoice, mandate, attempt }: Announced,
  moment: Moment,
): Promise<Temporal.PlainDate | null> {
  const { noticeDays, leadDays } = abilitiesOf(mandate.provider, mandate.method)
  const today = todayIn(policy.timeZone, moment.now)
  const known = await selectDebitNotice(tx, invoice.id)
  if (known?.amount === invoice.open && known.attempt === attempt) {
    return later(known.debitOn, today.add({ days: leadDays }))
  }
  const isRetry = known?.amount === invoice.open && known.attempt < attempt
  // Who was notified once knows of the debit: another try of it needs no more than its lead time.
  const earliest = today.add({ days: isRetry ? leadDays : Math.max(noticeDays, leadDays) })
  const debitOn = later(invoice.dueDay, earliest)
  const { id: invoiceId, policyId, open: amount, currency } = invoice
  const { now: notifiedAt } = moment
  await upsertDebitNotice(tx, { invoiceId, policyId, attempt, amount, debitOn, notifiedAt })
  const { livemode, insurerId, distributorId } = policy
  const about = { id: invoiceId, policyId, livemode, insurerId, distributorId }
  const data = {
    policy_id: policyId,
    currency,
    amount,
    debit_day: debitOn.toString(),
    mandate_id: mandate.id,
    mandate_reference: mandate.shownReference,
    creditor_id: mandate.creditorId,
  }
  await recordEvents(tx, [{ type: 'invoice.debit_announced', about, data }], moment)
  const orderOn = debitOn.subtract({ days: leadDays })
  if (Temporal.PlainDate.compare(orderOn, today) <= 0) return debitOn
  await setDeadline(tx, tryOn(policy, invoiceId, attempt, orderOn))
  return null
}

interface Announced {
  readonly policy: Policy
  readonly invoice: Invoice
  readonly mandate: Mandate
  readonly attempt: number
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? other : one
}
