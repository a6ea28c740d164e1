import { type Clock, type Refusal, isId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { postDismissedReceipt } from '../ledger/index.ts'
import { updatePayer } from '../payments/index.ts'
import type { BankReceipt } from './bank-receipt.ts'
import { findInvoice } from './find-invoice.ts'
import { onInvoice } from './on-invoice.ts'
import { receiptNotFound, receiptNotUnmatched } from './reasons.ts'
import { selectReceipt, updateDismissed, updateMatched } from './receipt-store.ts'
import { assertTakes } from './record-receipt.ts'
import { takeReceipt } from './take-receipt.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A person says for which invoice an unmatched line is. */
export async function matchReceipt(
  deps: Deps,
  request: {
    readonly caller: Caller
    readonly receiptId: string
    readonly invoiceId: string
    readonly isOverpayment: boolean
  },
  answer: ReplayWriter<BankReceipt> | null,
): Promise<BankReceipt> {
  const { caller, isOverpayment } = request
  const found = await findReceipt(deps.db, caller, request.receiptId)
  const invoice = await findInvoice(deps.db, caller, request.invoiceId)
  return onInvoice(deps, invoice, async (tx, held) => {
    const receipt = (await selectReceipt(tx, found.id)) ?? found
    assertUnmatched(receipt)
    assertTakes(held.invoice, { currency: receipt.currency, isOverpayment })
    const payment = await takeReceipt(tx, held, receipt, true)
    const posted = { invoiceId: invoice.id, paymentId: payment.id }
    const isFirst = await updateMatched(tx, receipt.id, posted, deps.clock())
    await updatePayer(tx, receipt.id, payment.id)
    if (!isFirst) throw receiptNotUnmatched(receipt.id, 'matched')
    const matched = (await selectReceipt(tx, receipt.id)) ?? receipt
    const after = { state: matched.state, invoice_id: invoice.id, payment_id: payment.id }
    await recordAudit(tx, caller, entryOf('receipt.matched', receipt, after), held.moment)
    await completeReservation(tx, answer, matched)
    return matched
  })
}

/** A person says that an unmatched line is not for any invoice. */
export async function dismissReceipt(
  deps: Deps,
  request: { readonly caller: Caller; readonly receiptId: string; readonly reason: string },
  answer: ReplayWriter<BankReceipt> | null,
): Promise<BankReceipt> {
  const { caller, reason } = request
  const found = await findReceipt(deps.db, caller, request.receiptId)
  return deps.db.transaction(async (tx) => {
    const now = deps.clock()
    const isDone = await updateDismissed(tx, found.id, reason, now)
    const receipt = (await selectReceipt(tx, found.id)) ?? found
    if (!isDone) throw receiptNotUnmatched(receipt.id, receipt.state)
    const after = { state: receipt.state, reason }
    await postDismissedReceipt(tx, receipt, now)
    await recordEvents(tx, [receiptDismissed(receipt)], now)
    await recordAudit(tx, caller, entryOf('receipt.dismissed', found, after), now)
    await completeReservation(tx, answer, receipt)
    return receipt
  })
}

/** Why nothing is decided about a receipt any more; null if it still can be. */
export function refusalOfSettling({ id, state }: BankReceipt): Refusal | null {
  return state === 'unmatched' ? null : receiptNotUnmatched(id, state)
}

function assertUnmatched(receipt: BankReceipt): void {
  const refusal = refusalOfSettling(receipt)
  if (refusal !== null) throw refusal
}

function receiptDismissed({ id, livemode, insurerId, ...receipt }: BankReceipt): News {
  const { amount, currency, receivedOn } = receipt
  const about = { id, livemode, insurerId, distributorId: null }
  const data = { amount, currency, received_on: receivedOn.toString() }
  return { type: 'receipt.dismissed', about, data }
}

function entryOf<Action extends string, After extends object>(
  action: Action,
  { id, insurerId: accountId, livemode, state }: BankReceipt,
  after: After,
) {
  return { action, accountId, livemode, subjectId: id, before: { state }, after }
}

async function findReceipt(db: Queryable, caller: Caller, id: string): Promise<BankReceipt> {
  const receipt = isId('rcp', id) ? await selectReceipt(db, id) : undefined
  const isItsOwn = receipt?.insurerId === caller.account.id && receipt.livemode === caller.livemode
  if (receipt === undefined || !isItsOwn) throw receiptNotFound(id)
  return receipt
}
