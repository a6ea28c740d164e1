import {
  type BankReceiptId,
  type Clock,
  type InvoiceId,
  type PolicyId,
  Refusal,
} from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import {
  type Invoice,
  postUnmatchedReceipt,
  selectInvoicesByNumber,
  selectInvoicesOf,
} from '../ledger/index.ts'
import { type Payment, paymentsNamedBy, settleByReceipt, updatePayer } from '../payments/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { BankReceipt, UnmatchedReason } from './bank-receipt.ts'
import { numbersIn } from './numbers-in.ts'
import { onInvoice } from './on-invoice.ts'
import { selectReceipt, selectWaiting, updateMatched, updateUnmatched } from './receipt-store.ts'
import { receiptRecorded, takeReceipt } from './take-receipt.ts'

export interface PortfolioDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/**
 * Posts a bank line to the invoice that it names, or leaves it to a person. A receipt that
 * is no longer waiting was handled by another process.
 */
export async function postBankReceipt(deps: PortfolioDeps, id: BankReceiptId): Promise<void> {
  const receipt = await selectReceipt(deps.db, id)
  if (receipt?.state !== 'waiting') return
  const transfers = await paymentsNamedBy(deps.db, receipt)
  const [transfer] = transfers
  if (transfer !== undefined) {
    if (transfers.length > 1) return leave(deps, receipt, 'several_numbers')
    return postTransfer(deps, receipt, transfer)
  }
  const named = numbersIn(receipt.reference, receipt.livemode)
  const invoices = await selectInvoicesByNumber(deps.db, receipt.insurerId, named)
  const [invoice] = invoices
  if (invoice === undefined) {
    return leave(deps, receipt, named.length === 0 ? 'no_number' : 'unknown_number')
  }
  if (invoices.length > 1) return leave(deps, receipt, 'several_numbers')
  const posting = onInvoice(deps, invoice, async (tx, held) => {
    const why = standsInTheWay(held.invoice, receipt)
    if (why !== null) return why
    const payment = await takeReceipt(tx, held, receipt)
    const posted = { invoiceId: invoice.id, paymentId: payment.id }
    const isFirst = await updateMatched(tx, receipt.id, posted, deps.clock())
    await updatePayer(tx, receipt.id, payment.id)
    if (!isFirst) throw new SeenTo()
    return null
  })
  const refused = await ifPosted(posting)
  if (refused !== null) await leave(deps, receipt, refused)
}

/** The money of a payment by transfer, which has waited for it. */
async function postTransfer(
  deps: PortfolioDeps,
  receipt: BankReceipt,
  transfer: Payment,
): Promise<void> {
  const refused = await ifPosted(
    settleByReceipt(deps, transfer, receipt, async (tx, payment) => {
      const { id: paymentId, policyId } = payment
      const invoiceId = payment.invoiceId ?? (await saleInvoice(tx, policyId))
      const isFirst = await updateMatched(tx, receipt.id, { invoiceId, paymentId }, deps.clock())
      await updatePayer(tx, receipt.id, paymentId)
      if (!isFirst) throw new SeenTo()
      await recordEvents(tx, [receiptRecorded(payment, invoiceId)], deps.clock())
    }),
  )
  if (refused !== null) await leave(deps, receipt, refused)
}

/** The payment of an offer names no invoice: that comes with the policy. */
async function saleInvoice(tx: Transaction, policyId: PolicyId): Promise<InvoiceId> {
  const invoices = await selectInvoicesOf(tx, policyId)
  const sale = invoices.find(({ kind }) => kind === 'sale')
  if (sale === undefined) throw new Error(`policy ${policyId} was sold without an invoice`)
  return sale.id
}

/** Another process may have posted the receipt, or its policy's clock is being advanced: then it waits. */
async function ifPosted<Refused>(posting: Promise<Refused | null>): Promise<Refused | null> {
  return posting.catch((error: unknown) => {
    if (error instanceof SeenTo) return null
    if (error instanceof Refusal && error.kind === 'clock_advancing') return null
    throw error
  })
}

/** Another process has posted the receipt meanwhile: this transaction is rolled back. */
class SeenTo extends Error {}

function standsInTheWay(
  { state, kind, currency }: Invoice,
  receipt: BankReceipt,
): UnmatchedReason | null {
  if (currency !== receipt.currency) return 'other_currency'
  const isAskedFor = (state === 'open' || state === 'written_off') && kind !== 'credit_note'
  return isAskedFor ? null : 'invoice_settled'
}

async function leave({ db, clock }: PortfolioDeps, receipt: BankReceipt, why: UnmatchedReason) {
  await db.transaction(async (tx) => {
    if (!(await updateUnmatched(tx, receipt.id, why))) return
    const now = clock()
    await postUnmatchedReceipt(tx, receipt, now)
    const { id, livemode, insurerId, amount, currency } = receipt
    const about = { id, livemode, insurerId, distributorId: null }
    const data = { why, amount, currency, received_on: receipt.receivedOn.toString() }
    await recordEvents(tx, [{ type: 'receipt.unmatched', about, data }], now)
  })
}

const waitingAtOnceMax = 500
/** The import that has just read these receipts posts them itself. */
const left = { minutes: 2 }

/** Sees to lines that were read by a process that died over them; one that fails keeps no other back. */
export async function postLeftReceipts(deps: PortfolioDeps): Promise<void> {
  const waiting = await selectWaiting(deps.db, deps.clock().subtract(left), waitingAtOnceMax)
  const failures: unknown[] = []
  for (const { id } of waiting) {
    try {
      await postBankReceipt(deps, id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some receipts could not be posted')
}
