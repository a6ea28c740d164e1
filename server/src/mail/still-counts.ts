import { isId, isJsonObject } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { isSettled, selectLetter } from '../dunning/index.ts'
import { type RecordedEvent, selectEvents } from '../events/index.ts'
import { selectInvoice } from '../ledger/index.ts'
import { isPaymentId, selectPayment } from '../payments/index.ts'
import type { Mail } from './mail.ts'

/**
 * Whether what a composed mail says still counts: days may pass until a server takes it, and by then a
 * dunning letter can be void or paid, and the invoice of a failed payment paid otherwise.
 */
export async function stillCounts(
  db: Database,
  { eventType, eventId }: Pick<Mail, 'eventType' | 'eventId'>,
): Promise<boolean> {
  const isOfLetter = eventType.startsWith('dunning.')
  const isOfPayment = eventType === 'payment.failed' || eventType === 'payment.action_required'
  if (!isOfLetter && !isOfPayment) return true
  const [event] = await selectEvents(db, [eventId])
  return isOfLetter ? letterCounts(db, event) : isStillOpen(db, event)
}

async function letterCounts(db: Database, event: RecordedEvent | undefined): Promise<boolean> {
  const letterId = isJsonObject(event?.data) ? event.data['letter_id'] : null
  const letter = isId('dnl', letterId) ? await selectLetter(db, letterId) : undefined
  return letter !== undefined && !(await isSettled(db, letter))
}

/** Whether anything of the invoice that the payment was for is still to be paid. */
async function isStillOpen(db: Database, event: RecordedEvent | undefined): Promise<boolean> {
  const id = event?.subjectId ?? ''
  const payment = isPaymentId(id) ? await selectPayment(db, id) : undefined
  if (payment?.invoiceId == null) return false
  const invoice = await selectInvoice(db, payment.invoiceId)
  return invoice !== undefined && invoice.open > 0
}
