import type { Moment, PolicyId, When } from '../kernel/index.ts'
import { timeOf } from '../kernel/index.ts'
import {
  type Database,
  type Transaction,
  brokenConstraint,
  combineStatements,
} from '../database/index.ts'
import { assertClockUnmoved } from '../deadlines/index.ts'
import { eventsRecorded, recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import {
  type Invoice,
  arrearsMoved,
  postPayment,
  selectInvoice,
  selectInvoicesOf,
} from '../ledger/index.ts'
import { type Policy, lockPolicies } from '../policies/index.ts'
import { findProposal } from '../policy-transactions/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { firstAsk } from './ask-later.ts'
import { newPayment } from './new-payment.ts'
import { applyToProposal } from './pay-proposal.ts'
import type { Payment } from './payment.ts'
import { invoicesSettled, paymentEvent, paymentMade } from './payment-event.ts'
import { paymentsMade, selectLivePayment } from './payment-store.ts'
import { type PaymentProvider, tillOf } from './provider.ts'
import { alreadyPaid, invoiceClosed, paymentPending, proposalOver } from './reasons.ts'

const oneLive = 'payments_one_live'

/** The invoice that a token of a policy pays for, besides the sale. */
export async function findInvoice(
  db: Database,
  policyId: PolicyId,
  token: string,
): Promise<Invoice | undefined> {
  const invoices = await selectInvoicesOf(db, policyId)
  return invoices.find(({ tokenHash }) => tokenHash !== null && secretMatches(token, tokenHash))
}

/**
 * What the token of a sale pays for once it is a policy: nothing, unless its own invoice is open. One
 * that was given up says so.
 */
export async function findOpenSale(
  db: Database,
  { id, issuedAt }: Pick<Policy, 'id' | 'issuedAt'>,
): Promise<Invoice | null> {
  if (issuedAt === null) return null
  const invoices = await selectInvoicesOf(db, id)
  const isUnpaid = ({ kind, state }: Invoice) =>
    kind === 'sale' && (state === 'open' || state === 'written_off')
  return invoices.find(isUnpaid) ?? null
}

interface InvoicePayment {
  readonly policy: Policy
  readonly invoice: Invoice
  readonly provider: PaymentProvider
  readonly method: string
  readonly reference: string | null
  /** Another party collects, and receipts are recorded one by one: the payment is only a promise. */
  readonly onAccount: boolean
  readonly moment: Moment
}

/**
 * Pays what an invoice asks for by now, or reserves the payment where its provider has to be called:
 * then nobody else pays it meanwhile. Obstacles are reported as refusals.
 */
export async function payInvoice(
  db: Database,
  paid: InvoicePayment,
  replay: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const { policy, invoice, moment } = paid
  assertPayable(policy.id, invoice)
  try {
    return await db.transactionOn(policy.id, async (tx) => {
      await lockPolicies(tx, [policy.id])
      await assertClockUnmoved(tx, moment)
      const payment = await writePayment(tx, paid)
      await completeReservation(tx, replay, payment)
      return payment
    })
  } catch (error) {
    if (brokenConstraint(error) !== oneLive) throw error
    const live = await selectLivePayment(db, invoice.id)
    if (live?.status === 'pending') throw paymentPending(policy.id, live.id)
    throw alreadyPaid(policy.id, 'paid')
  }
}

async function writePayment(tx: Transaction, paid: InvoicePayment): Promise<Payment> {
  const { policy, provider, method, reference, onAccount, moment } = paid
  const invoice = (await selectInvoice(tx, paid.invoice.id)) ?? paid.invoice
  assertPayable(policy.id, invoice)
  const details = { provider: provider.name, method, reference, invoiceId: invoice.id }
  const pending = newPayment(policy, { ...details, amount: invoice.open }, moment)
  if (!provider.settlesAtOnce) {
    const isProposed = invoice.state === 'proposed'
    const isGone =
      isProposed && (await findProposal(tx, policy.id, invoice.versionId)) === undefined
    if (isGone) throw proposalOver(policy.id)
    await reservePayment(tx, pending, moment)
    return pending
  }
  const processedAt = moment.now
  const payment = { ...pending, status: 'ok', processedAt, askAt: null, onAccount } as const
  await tx.query(combineStatements([paymentsMade([payment])]))
  await applyToInvoice(tx, { payment, invoice, policy }, moment)
  await recordEvents(tx, [paymentMade(payment)], moment)
  return payment
}

function assertPayable(policyId: PolicyId, { id, kind, state }: Invoice): void {
  if (state === 'void' && kind === 'transaction') throw proposalOver(policyId)
  if (state !== 'proposed' && state !== 'open') throw invoiceClosed(id, state)
}

/** Reserves a payment before its provider is called, with the job that finds its outcome. */
export async function reservePayment(
  tx: Transaction,
  payment: Payment,
  moment: Moment,
): Promise<void> {
  await tx.write([
    paymentsMade([payment]),
    eventsRecorded([paymentEvent('payment.pending', payment)], moment),
    firstAsk(payment, moment),
  ])
}

interface PaidInvoice {
  readonly payment: Payment
  readonly invoice: Invoice
  readonly policy: Policy
}

/** Applies money to an invoice: a proposal becomes active, and the open amount shrinks. */
export async function applyToInvoice(
  tx: Transaction,
  { payment, invoice, policy }: PaidInvoice,
  when: When,
): Promise<void> {
  if (invoice.state === 'proposed') {
    return applyToProposal(tx, payment, { policy, invoice }, when)
  }
  const { policyId, id: paymentId, amount } = payment
  const posted = { policy, invoiceId: invoice.id, paymentId, amount, till: tillOf(payment) }
  const { credit, settled } = await postPayment(tx, posted, timeOf(when))
  await arrearsMoved(tx, policy, when)
  if (settled.length > 0) await recordEvents(tx, invoicesSettled(payment, settled), when)
  // A transaction may have reduced the invoice while its money was under way.
  const { versionId } = policy
  if (credit > 0) await enqueue(tx, 'credit_due', { policyId, versionId, cause: paymentId })
}
