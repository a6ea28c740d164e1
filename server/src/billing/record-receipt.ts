import { type Clock, type Refusal, invalidData, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Invoice } from '../ledger/index.ts'
import { type BankAccount, type Payment, replaceAccounts, sealAccount } from '../payments/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { findInvoice } from './find-invoice.ts'
import { onInvoice } from './on-invoice.ts'
import { asksForNothing, invoiceSettled, otherCurrency } from './reasons.ts'
import { takeReceipt } from './take-receipt.ts'

export interface ReceiptRequest {
  readonly caller: Caller
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
  readonly receivedOn: Temporal.PlainDate
  readonly reference: string | null
  /** The account that paid, where it is known. */
  readonly payer: BankAccount | null
  /** Whether it may be for an invoice of which nothing is open: then it is the customer's credit. */
  readonly isOverpayment: boolean
}

/** A person says that money came for an invoice. */
export async function recordReceipt(
  deps: { readonly db: Database; readonly clock: Clock; readonly keyRing: KeyRing },
  request: ReceiptRequest,
  receipt: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const found = await findInvoice(deps.db, request.caller, request.invoiceId)
  return onInvoice(deps, found, async (tx, held) => {
    const { invoice, policy, moment } = held
    const today = todayIn(policy.timeZone, moment.now)
    if (Temporal.PlainDate.compare(request.receivedOn, today) > 0) throw toCome(today)
    assertTakes(invoice, request)
    const payment = await takeReceipt(tx, held, request)
    if (request.payer !== null) {
      await replaceAccounts(tx, [sealAccount(deps.keyRing, payment.id, request.payer, payment.id)])
    }
    await recordAudit(
      tx,
      request.caller,
      {
        action: 'receipt.recorded',
        accountId: invoice.insurerId,
        livemode: invoice.livemode,
        subjectId: payment.id,
        before: { state: invoice.state, open: invoice.open },
        after: { invoice_id: invoice.id, amount: payment.amount },
      },
      moment,
    )
    await completeReservation(tx, receipt, payment)
    return payment
  })
}

/** What money can be posted for: what is owed, was given up, or, where that is said, was paid already. */
export function assertTakes(
  invoice: Invoice,
  request: { readonly currency: string; readonly isOverpayment: boolean },
): void {
  const refusal = refusalOfReceipt(invoice)
  if (refusal !== null) throw refusal
  const { id, state, currency } = invoice
  if (request.currency !== currency) throw otherCurrency(id, currency, request.currency)
  if (state === 'settled' && !request.isOverpayment) throw invoiceSettled(id)
}

/** Why no money at all can be posted for an invoice; null if it can. */
export function refusalOfReceipt({ id, kind, state }: Invoice): Refusal | null {
  if (kind === 'credit_note') return asksForNothing(id, 'a credit note')
  return state === 'proposed' || state === 'void' ? asksForNothing(id, state) : null
}

function toCome(today: Temporal.PlainDate) {
  const rule = 'before_or_equal'
  const params = { [rule]: [today.toString()] }
  return invalidData([{ code: 'invalid_value', field: 'received_on', rules: [rule], params }], null)
}
