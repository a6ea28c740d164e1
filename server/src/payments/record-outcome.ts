import type { Clock, Moment } from '../kernel/index.ts'
import { type Database, type Transaction, commitAsync, groupCommit } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Invoice, selectInvoice } from '../ledger/index.ts'
import type { Catalogue } from '../products/index.ts'
import { type Policy, lockInBatch, planOf, selectPolicy } from '../policies/index.ts'
import { issuePolicy, reopenOffer } from '../sales/index.ts'
import { findProposal } from '../policy-transactions/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { askLater, askNoMore, newsAt } from './ask-later.ts'
import { type Outcome, decideOutcome, isOfferOpen } from './decide-outcome.ts'
import { acceptedDebit, bindOffer } from './bind-offer.ts'
import { giveMandate } from './give-mandate.ts'
import { onPayment } from './on-payment.ts'
import { handleDecline } from './handle-decline.ts'
import { lapseIfOver } from './lapse-unpaid.ts'
import { applyToInvoice } from './pay-invoice.ts'
import { type Payment, unapplied } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import {
  selectLivePayment,
  selectPayment,
  updateNeedsCustomer,
  updatePaymentDoubt,
  updatePaymentFailed,
  updatePaymentMade,
  updateProcessing,
  updateReference,
} from './payment-store.ts'
import { type PaymentNews, tillOf } from './provider.ts'
import { takeBack } from './take-back.ts'
import { requestRefund } from './request-refund.ts'

export interface OutcomeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** How the outcome is committed. */
export interface Commit {
  /** A later commit of the caller confirms this one, as that of an advancing clock does. */
  readonly isHasty: boolean
}

/**
 * Stores a provider's answer and updates the policy, in one transaction, once. Whatever the answer and
 * whenever it comes: money is applied, refunded or left to a person, and never forgotten. Returns the
 * payment afterwards.
 */
export async function recordOutcome(
  deps: OutcomeDeps,
  known: Pick<Payment, 'id' | 'policyId'>,
  answer: PaymentNews,
  commit: Commit = { isHasty: false },
): Promise<Payment> {
  return onPayment(deps.db, known, async (tx, payment) => {
    const [recorded] = await Promise.all([
      record(deps, tx, payment, answer),
      commit.isHasty ? commitAsync(tx) : undefined,
    ])
    return recorded
  })
}

/** What a provider has said of a payment. */
export interface ReportedOutcome {
  readonly payment: Payment
  readonly answer: PaymentNews
}

const outcomesPerCommitMax = 50
const outcomeWritersMax = 2

/** The same for many collections at once: outcomes that arrive meanwhile share one commit. */
export function outcomeWriter(
  deps: OutcomeDeps,
): (reported: ReportedOutcome & Commit) => Promise<void> {
  return groupCommit<ReportedOutcome & Commit>({
    itemsMax: outcomesPerCommitMax,
    writersMax: outcomeWritersMax,
    write: (all) => recordOutcomes(deps, all),
    about: ({ payment }) => payment.policyId,
  })
}

async function recordOutcomes(
  deps: OutcomeDeps,
  all: readonly (ReportedOutcome & Commit)[],
): Promise<void> {
  const ofPolicies = [...Map.groupBy(all, ({ payment }) => payment.policyId).values()]
  const firsts = ofPolicies.flatMap(([first]) => first ?? [])
  const later = ofPolicies.flatMap(([, ...rest]) => rest)
  const now = deps.clock()
  const isHasty = firsts.every((one) => one.isHasty)
  await deps.db.transactionOfMany(firsts, async (tx, { payment, answer }) => {
    await lockInBatch(tx, payment.policyId)
    const held = await selectPayment(tx, payment.id)
    if (held === undefined) throw new Error(`there is no payment ${payment.id}`)
    await record({ ...deps, clock: () => now }, tx, held, answer)
    if (isHasty && payment === firsts[0]?.payment) await commitAsync(tx) // Once is enough for all.
  })
  for (const { payment, answer, isHasty: hasty } of later) {
    await recordOutcome(deps, payment, answer, { isHasty: hasty })
  }
}

/** In a transaction that holds the policy of the payment. */
async function record(
  deps: Omit<OutcomeDeps, 'db'>,
  tx: Transaction,
  payment: Payment,
  answer: PaymentNews,
): Promise<Payment> {
  const [policy, paidFor] = await Promise.all([
    selectPolicy(tx, payment.policyId),
    readPaidFor(tx, payment),
  ])
  if (policy === undefined) throw new Error(`there is no policy ${payment.policyId}`)
  const moment = await momentOf(tx, deps.clock, policy)
  const found = { payment, policy, ...paidFor }
  const debit = await acceptedDebit(deps, policy, payment, answer)
  if (debit === null) {
    const outcome = decideOutcome(payment, await isOpen(tx, found, moment.now), answer)
    await carryOut(deps, tx, found, outcome, moment)
  } else await bindOffer(deps, tx, { payment, policy, debit }, moment)
  const recorded = (await selectPayment(tx, payment.id)) ?? payment
  await askInTime(tx, recorded, answer, moment)
  return recorded
}

/** Asks again when there is news, and no more where all is known. */
async function askInTime(
  tx: Transaction,
  payment: Payment,
  answer: PaymentNews,
  moment: Moment,
): Promise<void> {
  const reported = 'askAgainAt' in answer ? answer.askAgainAt : undefined
  if (reported !== undefined && payment.status !== 'failed') {
    return askLater(tx, payment, moment, newsAt(reported, moment.now))
  }
  if (payment.status !== 'pending') await askNoMore(tx, payment, moment)
}

/** A payment with what it is for. */
interface FoundPayment {
  readonly payment: Payment
  readonly policy: Policy
  /** The invoice of a later transaction; null where the payment is for the offer. */
  readonly invoice: Invoice | null
  /** Of that invoice the payment that is pending or made. */
  readonly live: Payment | undefined
}

/** In a transaction that holds the policy. */
export async function readPaidFor(
  tx: Transaction,
  { invoiceId }: Payment,
): Promise<Pick<FoundPayment, 'invoice' | 'live'>> {
  if (invoiceId === null) return { invoice: null, live: undefined }
  const [invoice, live] = await Promise.all([
    selectInvoice(tx, invoiceId),
    selectLivePayment(tx, invoiceId),
  ])
  if (invoice === undefined) throw new Error(`there is no invoice ${invoiceId}`)
  return { invoice, live }
}

/** In a transaction that holds the policy. */
export async function carryOut(
  deps: Pick<OutcomeDeps, 'catalogue' | 'clock' | 'keyRing'>,
  tx: Transaction,
  found: FoundPayment,
  outcome: Outcome,
  moment: Moment,
): Promise<void> {
  const { payment, policy } = found
  const { now } = moment
  switch (outcome.kind) {
    case 'nothing':
      return
    case 'wait': {
      await updateReference(tx, payment.id, outcome.reference)
      if (outcome.isProcessing && payment.processingSince === null) {
        await updateProcessing(tx, payment.id, now)
      }
      if (!outcome.needsCustomer || payment.needsCustomerSince !== null) return
      await updateNeedsCustomer(tx, payment.id, now)
      const { mandateId, invoiceId } = payment
      const news = { mandate_id: mandateId, invoice_id: invoiceId }
      return recordEvents(tx, [paymentEvent('payment.action_required', payment, news)], moment)
    }
    case 'unclear':
      await updateReference(tx, payment.id, outcome.reference)
      if (payment.doubt !== null) return
      await updatePaymentDoubt(tx, payment.id, 'unconfirmed', now)
      return recordEvents(
        tx,
        [paymentEvent('payment.in_doubt', payment, { why: 'unconfirmed' })],
        moment,
      )
    case 'made': {
      await updatePaymentMade(tx, payment.id, outcome.charge, { isLate: outcome.isLate, now })
      await apply(deps.catalogue, tx, found, moment)
      const { mandate } = outcome.charge
      // What a former policyholder pays gives no mandate: nothing more is collected from them.
      if (mandate !== undefined && payment.customerId === policy.customerId) {
        const { provider, method } = payment
        const given = { provider, method, givenBy: payment.id, setUpBy: null, ...mandate }
        await giveMandate(deps, tx, policy, given, moment)
      }
      const late = outcome.isLate ? [paymentEvent('payment.late', payment, { applied: true })] : []
      return recordEvents(tx, [...late, paymentEvent('payment.ok', payment)], moment)
    }
    case 'failed':
      await fail(tx, found, { ...outcome, unapplied: null, isLate: false }, moment)
      return handleDecline(deps, tx, { payment, policy }, outcome, moment)
    case 'unapplied': {
      await fail(tx, found, { ...outcome, unapplied: outcome.charge }, moment)
      const { amount, currency } = outcome.charge.taken ?? payment
      return requestRefund(
        tx,
        { payment, policyVersionId: null, cause: unapplied, method: 'whole', amount, currency },
        moment,
      )
    }
    case 'charged_back':
      return takeBack(tx, { payment, policy, reason: outcome.reason }, moment)
    case 'contradicted':
      await updatePaymentDoubt(tx, payment.id, 'contradicted', now)
      return recordEvents(
        tx,
        [paymentEvent('payment.in_doubt', payment, { why: 'contradicted' })],
        moment,
      )
  }
}

/** Whether the offer, or the invoice of a later transaction, can still be paid. */
export async function isOpen(
  tx: Transaction,
  { payment, policy, invoice, live }: FoundPayment,
  now: Temporal.Instant,
): Promise<boolean> {
  if (invoice === null) return isOfferOpen(payment, policy, now)
  if (live !== undefined && live.id !== payment.id) return false
  if (invoice.state !== 'proposed') return invoice.state === 'open'
  return (await findProposal(tx, policy.id, invoice.versionId)) !== undefined
}

/** The policy is issued, or the proposal becomes active. */
async function apply(
  catalogue: Catalogue,
  tx: Transaction,
  { payment, policy, invoice }: FoundPayment,
  moment: Moment,
): Promise<void> {
  if (invoice !== null) {
    return applyToInvoice(tx, { payment, invoice, policy }, moment)
  }
  const plan = await planOf(catalogue, policy)
  const paid = { policy, plan, paymentId: payment.id, till: tillOf(payment) }
  await issuePolicy(tx, paid, moment)
}

/** The offer can be paid again, unless the payment had failed before: then it could already. */
async function fail(
  tx: Transaction,
  { payment, policy, invoice }: FoundPayment,
  failure: Parameters<typeof updatePaymentFailed>[2],
  moment: Moment,
): Promise<void> {
  await updatePaymentFailed(tx, payment.id, failure, moment.now)
  if (policy.status === 'accepted' && payment.status === 'pending') await reopenOffer(tx, policy)
  if (invoice?.state === 'proposed') await lapseIfOver(tx, policy, invoice, moment)
  const news = failure.isLate
    ? paymentEvent('payment.late', payment, { applied: false })
    : paymentEvent('payment.failed', payment, { error_code: failure.errorCode })
  await recordEvents(tx, [news], moment)
}
