import type { Clock, Refusal } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Invoice, arrearsMoved, postWriteOff, selectInvoice } from '../ledger/index.ts'
import { type Payment, selectPendingPayment } from '../payments/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { findInvoice } from './find-invoice.ts'
import { newsOfInvoice } from './invoice-news.ts'
import { onInvoice } from './on-invoice.ts'
import { invoiceNotOpen, paymentUnderWay } from './reasons.ts'

/** Writes off the open amount of an invoice. Money that still comes reverses the write-off. */
export async function writeOff(
  deps: { readonly db: Database; readonly clock: Clock },
  request: { readonly caller: Caller; readonly invoiceId: string; readonly reason: string },
  receipt: ReplayWriter<Invoice> | null,
): Promise<Invoice> {
  const { caller, reason } = request
  const found = await findInvoice(deps.db, caller, request.invoiceId)
  return onInvoice(deps, found, async (tx, { invoice, policy, moment }) => {
    const refusal = refusalOfWriteOff(invoice, await selectPendingPayment(tx, invoice))
    if (refusal !== null) throw refusal
    await postWriteOff(tx, invoice, { policy, reason }, moment.now)
    await arrearsMoved(tx, policy, moment)
    const written = (await selectInvoice(tx, invoice.id)) ?? invoice
    const { open: amount, currency } = invoice
    const news = newsOfInvoice('invoice.written_off', invoice, policy, { amount, currency })
    await recordEvents(tx, [news], moment)
    await recordAudit(
      tx,
      caller,
      {
        action: 'invoice.written_off',
        accountId: invoice.insurerId,
        livemode: invoice.livemode,
        subjectId: invoice.id,
        before: { state: invoice.state, open: invoice.open },
        after: { state: written.state, open: written.open, reason },
      },
      moment,
    )
    const act = { kind: 'write_offs', subjectId: invoice.id, money: { amount, currency } } as const
    await passSecondPerson(tx, caller, { ...act, sale: policy }, moment)
    await completeReservation(tx, receipt, written)
    return written
  })
}

/** Why an invoice cannot be written off now; null if it can. */
export function refusalOfWriteOff(
  { id, state }: Pick<Invoice, 'id' | 'state'>,
  /** The payment for it that is pending. */
  paying: Pick<Payment, 'id'> | undefined,
): Refusal | null {
  if (state !== 'open') return invoiceNotOpen(id, state)
  return paying === undefined ? null : paymentUnderWay(id, paying.id)
}
