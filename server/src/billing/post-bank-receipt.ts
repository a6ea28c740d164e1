import { type BankReceiptId, type Clock, Refusal } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Invoice, postUnmatchedReceipt, selectInvoicesByNumber } from '../ledger/index.ts'
import { updatePayer } from '../payments/index.ts'
import type { BankReceipt, UnmatchedReason } from './bank-receipt.ts'
import { numbersIn } from './numbers-in.ts'
import { onInvoice } from './on-invoice.ts'
import { selectReceipt, selectWaiting, updateMatched, updateUnmatched } from './receipt-store.ts'
import { takeReceipt } from './take-receipt.ts'

export interface PortfolioDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Posts a bank line to the invoice that it names, or leaves it to a person. A receipt that
 * is no longer waiting was handled by another process.
 */
export async function postBankReceipt(deps: PortfolioDeps, id: BankReceiptId): Promise<void> {
  const receipt = await selectReceipt(deps.db, id)
  if (receipt?.state !== 'waiting') return
  const named = numbersIn(receipt.reference, receipt.livemode)
  const invoices = await selectInvoicesByNumber(deps.db, receipt.insurerId, named)
  const [invoice] = invoices
  if (invoice === undefined) {
    return leave(deps, receipt, named.length === 0 ? 'no_number' : 'unknown_number')
  }
  if (invoices.length > 1) return leave(deps, receipt, 'several_numbers')
  const refused = await onInvoice(deps, invoice, async (tx, held) => {
    const why = standsInTheWay(held.invoice, receipt)
    if (why !== null) return why
    const payment = await takeReceipt(tx, held, receipt)
    const posted = { invoiceId: invoice.id, paymentId: payment.id }
    const isFirst = await updateMatched(tx, receipt.id, posted, deps.clock())
    await updatePayer(tx, receipt.id, payment.id)
    if (!isFirst) throw new SeenTo()
    return null
  }).catch((error: unknown) => {
    if (error instanceof SeenTo) return null
    // Its policy lives on a clock that is being advanced: it waits until that is done.
    if (error instanceof Refusal && error.kind === 'clock_advancing') return null
    throw error
  })
  if (refused !== null) await leave(deps, receipt, refused)
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
