import type { Clock, InvoiceId, Moment, PaymentId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Invoice, selectInvoice } from '../ledger/index.ts'
import type { Catalogue } from '../products/index.ts'
import {
  type Policy,
  findProposal,
  issuePolicy,
  planOf,
  reopenOffer,
  selectPolicy,
} from '../policies/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { askLater, askNoMore, newsAt } from './ask-later.ts'
import { type Outcome, decideOutcome, isOfferOpen } from './decide-outcome.ts'
import { giveMandate } from './give-mandate.ts'
import { onPayment } from './on-payment.ts'
import { hearDecline } from './hear-decline.ts'
import { lapseIfOver } from './lapse-unpaid.ts'
import { applyToInvoice } from './pay-invoice.ts'
import { type Payment, unapplied } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import {
  selectLivePayment,
  selectPayment,
  updatePaymentDoubt,
  updatePaymentFailed,
  updatePaymentMade,
  updateReference,
} from './payment-store.ts'
import { type PaymentNews, tillOf } from './provider.ts'
import { takeBack } from './take-back.ts'
import { orderRefund } from './order-refund.ts'

export interface OutcomeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/**
 * Writes down what the provider said and moves the policy with it, in one transaction, once. Whatever
 * it says and whenever: money is applied, given back or left to a person, and never forgotten.
 * Returns how the payment stands then.
 */
export async function recordOutcome(
  deps: OutcomeDeps,
  paymentId: PaymentId,
  answer: PaymentNews,
): Promise<Payment> {
  return onPayment(deps.db, paymentId, async (tx, payment) => {
    const policy = await selectPolicy(tx, payment.policyId)
    if (policy === undefined) throw new Error(`there is no policy ${payment.policyId}`)
    const moment = await momentOf(tx, deps.clock, policy)
    const isPayable = await isOpen(tx, payment, policy, moment.now)
    const outcome = decideOutcome(payment, isPayable, answer)
    await carryOut(deps, tx, payment, policy, outcome, moment)
    const recorded = (await selectPayment(tx, payment.id)) ?? payment
    await askInTime(tx, recorded, answer, moment)
    return recorded
  })
}

/** Asks again when there is news, and no more where all is known. */
async function askInTime(
  tx: Transaction,
  payment: Payment,
  answer: PaymentNews,
  moment: Moment,
): Promise<void> {
  const told = 'askAgainAt' in answer ? answer.askAgainAt : undefined
  if (told !== undefined && payment.status !== 'failed') {
    return askLater(tx, payment, moment, newsAt(told, moment.now))
  }
  if (payment.status !== 'pending') await askNoMore(tx, payment, moment)
}

/** In a transaction that holds the policy. */
export async function carryOut(
  deps: Pick<OutcomeDeps, 'catalogue' | 'clock' | 'keyRing'>,
  tx: Transaction,
  payment: Payment,
  policy: Policy,
  outcome: Outcome,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  switch (outcome.kind) {
    case 'nothing':
      return
    case 'wait':
      return updateReference(tx, payment.id, outcome.reference)
    case 'made': {
      await updatePaymentMade(tx, payment.id, outcome.charge, { isLate: outcome.isLate, now })
      await apply(deps.catalogue, tx, payment, policy, moment)
      const { mandate } = outcome.charge
      if (mandate !== undefined)
        await giveMandate(deps, tx, { payment, policy, ...mandate }, moment)
      const late = outcome.isLate ? [paymentEvent('payment.late', payment, { applied: true })] : []
      return recordEvents(tx, [...late, paymentEvent('payment.ok', payment)], moment)
    }
    case 'failed':
      await fail(tx, payment, policy, { ...outcome, unapplied: null, isLate: false }, moment)
      return hearDecline(deps, tx, { payment, policy }, outcome, moment)
    case 'unapplied': {
      await fail(tx, payment, policy, { ...outcome, unapplied: outcome.charge }, moment)
      const { amount, currency } = outcome.charge.taken ?? payment
      return orderRefund(
        tx,
        { payment, policyVersionId: null, cause: unapplied, method: 'whole', amount, currency },
        moment,
      )
    }
    case 'charged_back':
      return takeBack(deps, tx, { payment, policy, reason: outcome.reason }, moment)
    case 'contradicted':
      await updatePaymentDoubt(tx, payment.id, 'contradicted', now)
      return recordEvents(
        tx,
        [paymentEvent('payment.in_doubt', payment, { why: 'contradicted' })],
        moment,
      )
  }
}

/** Whether what the payment is for can still be paid: the offer, or what a later order asks for. */
export async function isOpen(
  tx: Transaction,
  payment: Payment,
  policy: Policy,
  now: Temporal.Instant,
): Promise<boolean> {
  if (payment.invoiceId === null) return isOfferOpen(payment, policy, now)
  const live = await selectLivePayment(tx, payment.invoiceId)
  if (live !== undefined && live.id !== payment.id) return false
  const { state, versionId } = await invoiceOf(tx, payment.invoiceId)
  if (state !== 'proposed') return state === 'open'
  return (await findProposal(tx, policy.id, versionId)) !== undefined
}

async function invoiceOf(tx: Transaction, id: InvoiceId): Promise<Invoice> {
  const invoice = await selectInvoice(tx, id)
  if (invoice === undefined) throw new Error(`there is no invoice ${id}`)
  return invoice
}

/** The policy is issued, or what was proposed holds. */
async function apply(
  catalogue: Catalogue,
  tx: Transaction,
  payment: Payment,
  policy: Policy,
  moment: Moment,
): Promise<void> {
  if (payment.invoiceId !== null) {
    const invoice = await invoiceOf(tx, payment.invoiceId)
    return applyToInvoice(tx, { payment, invoice, policy }, moment)
  }
  const plan = await planOf(catalogue, policy)
  const paid = { policy, plan, paymentId: payment.id, till: tillOf(payment) }
  await issuePolicy(tx, paid, moment)
}

/** The offer can be paid again, unless the payment had failed before: then it could already. */
async function fail(
  tx: Transaction,
  payment: Payment,
  policy: Policy,
  failure: Parameters<typeof updatePaymentFailed>[2],
  moment: Moment,
): Promise<void> {
  await updatePaymentFailed(tx, payment.id, failure, moment.now)
  if (policy.status === 'accepted' && payment.status === 'pending') await reopenOffer(tx, policy)
  if (payment.invoiceId !== null) {
    const invoice = await invoiceOf(tx, payment.invoiceId)
    if (invoice.state === 'proposed') await lapseIfOver(tx, policy, invoice, moment)
  }
  const news = failure.isLate
    ? paymentEvent('payment.late', payment, { applied: false })
    : paymentEvent('payment.failed', payment, { error_code: failure.errorCode })
  await recordEvents(tx, [news], moment)
}
