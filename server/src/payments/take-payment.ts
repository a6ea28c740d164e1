import { setTimeout as sleep } from 'node:timers/promises'
import { type JsonObject, type Moment, Refusal, isId, mintPaymentId } from '../kernel/index.ts'
import { type Database, brokenConstraint, isDatabaseAway } from '../database/index.ts'
import {
  clockAdvancing,
  clocksStanding,
  isClockGone,
  momentOf,
  momentOfOrder,
} from '../deadlines/index.ts'
import { eventsTold } from '../events/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import type { Invoice } from '../ledger/index.ts'
import {
  type Policy,
  type RecentOffers,
  moveRefusal,
  offerAccepted,
  policiesLocked,
  selectPolicy,
  statusAt,
} from '../policies/index.ts'
import {
  type Catalogue,
  type PlanFrequency,
  assertPageAllowed,
  isForUnderwriters,
} from '../products/index.ts'
import { type Receipt, claimRefusal, claimsSettled } from '../retries/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { isOnAccount } from './on-account.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { firstAsk, firstAskAt } from './ask-later.ts'
import { askProvider } from './ask-provider.ts'
import { paymentsMade, selectLivePayment } from './payment-store.ts'
import type { PaidOffer, PayAtOnce } from './pay-at-once.ts'
import { findInvoice, payProposal, reserveForProposal } from './pay-proposal.ts'
import type { PaymentProvider } from './provider.ts'
import { recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'
import {
  alreadyPaid,
  keyOfAnotherAccount,
  notInPlan,
  offerExpired,
  paymentPending,
  proposalOver,
  providerUnknown,
  testModeOnly,
  waitsForUnderwriter,
  wrongToken,
} from './reasons.ts'

export interface PaymentOrder {
  readonly caller: Caller
  readonly token: string
  readonly provider: string
  readonly method: string
  readonly policyId: string
  /** What the request says to the provider itself. */
  readonly providerOptions: JsonObject
}

export interface PaymentDeps extends SettleDeps {
  readonly payAtOnce: PayAtOnce
  readonly recentOffers: RecentOffers
}

const oneLive = 'payments_one_live'
/** How often we try to write down what a provider said, before we leave it to that job. */
const recordTriesMax = 4
const recordAgainAfterMs = 50

/** Pays for an offer, which thereby becomes a policy, or for what a later order asks for. */
export async function takePayment(
  deps: PaymentDeps,
  order: PaymentOrder,
  receipt: Receipt<Payment> | null,
): Promise<Payment> {
  const provider = deps.providers.get(order.provider)
  if (provider === undefined) {
    throw providerUnknown(order.provider, deps.providers.keys())
  }
  const { policy, invoice } = await findPaidFor(deps, order)
  const frequency = await planFrequency(deps.catalogue, policy, provider, order)
  const moment = await momentOfOrder(deps.db, deps.clock, policy)
  if (invoice !== null) {
    return payInvoice(deps, { policy, invoice, provider, order, moment }, receipt)
  }
  await assertPayable(deps.db, policy, moment.now)
  const payment = newPayment(policy, provider, order, moment)
  try {
    if (provider.settlesAtOnce)
      return await settleAtOnce(deps, { policy, frequency, moment }, payment, receipt)
    await reserve(deps, policy, payment, moment, receipt)
  } catch (error) {
    // Somebody else was faster: say what stands in the way now.
    const isRace = brokenConstraint(error) === oneLive || error instanceof Refusal
    if (isRace) {
      const { now } = await momentOf(deps.db, deps.clock, policy)
      await assertPayable(deps.db, await reload(deps.db, policy), now)
    }
    throw error
  }
  return charge(deps, provider, payment, order.providerOptions)
}

interface PaidFor {
  readonly policy: Policy
  /** Null where it is the offer. */
  readonly invoice: Invoice | null
}

/** What the token pays for, as far as this caller may. */
async function findPaidFor(deps: PaymentDeps, order: PaymentOrder): Promise<PaidFor> {
  const { policyId: id } = order
  const policy = isId('tpol', id)
    ? (deps.recentOffers.take(id) ?? (await selectPolicy(deps.db, id)))
    : undefined
  if (policy === undefined) throw wrongToken()
  const invoice = secretMatches(order.token, policy.paymentTokenHash)
    ? null
    : await findInvoice(deps.db, policy.id, order.token)
  if (invoice === undefined) throw wrongToken()
  if (seenBy(order.caller, policy) === undefined) throw keyOfAnotherAccount()
  await assertPageAllowed(deps.catalogue, order.caller, policy)
  return { policy, invoice }
}

/** Pays for what was proposed, as long as it can be: what stands in the way is told. */
async function payInvoice(
  deps: PaymentDeps,
  { policy, invoice, provider, order, moment }: InvoicePayment,
  receipt: Receipt<Payment> | null,
): Promise<Payment> {
  const { now } = moment
  const { id: invoiceId, open: amount } = invoice
  if (invoice.state === 'settled') throw alreadyPaid(policy.id, 'paid')
  if (invoice.state === 'void') throw proposalOver(policy.id)
  const payment = { ...newPayment(policy, provider, order, moment), invoiceId, amount }
  try {
    if (provider.settlesAtOnce) {
      const paid = { ...payment, status: 'ok', processedAt: now, askAt: null } as const
      await payProposal(deps, paid, invoice, { receipt, moment })
      return paid
    }
    await reserveForProposal(deps, payment, invoice, { receipt, moment })
  } catch (error) {
    if (brokenConstraint(error) !== oneLive) throw error
    const live = await selectLivePayment(deps.db, invoiceId)
    if (live?.status === 'pending') throw paymentPending(policy.id, live.id)
    throw alreadyPaid(policy.id, 'paid')
  }
  return charge(deps, provider, payment, order.providerOptions)
}

interface InvoicePayment {
  readonly policy: Policy
  readonly invoice: Invoice
  readonly provider: PaymentProvider
  readonly order: PaymentOrder
  readonly moment: Moment
}

/** How often the plan is billed, which must allow this way to pay. */
async function planFrequency(
  catalogue: Catalogue,
  policy: Policy,
  provider: PaymentProvider,
  order: PaymentOrder,
): Promise<PlanFrequency | null> {
  const version = await catalogue.version(policy.productVersionId)
  const plan = version?.plans.get(policy.planId)
  const isInPlan = plan?.methods.some(
    (one) => one.provider === provider.name && one.method === order.method,
  )
  if (isInPlan !== true) {
    const allowed = plan?.methods.map((one) => `${one.provider}/${one.method}`) ?? []
    throw notInPlan(`${provider.name}/${order.method}`, allowed)
  }
  if (provider.testModeOnly && policy.livemode) {
    throw testModeOnly(provider.name)
  }
  return plan?.frequency ?? null
}

async function assertPayable(db: Database, policy: Policy, now: Temporal.Instant): Promise<void> {
  const status = statusAt(policy, now)
  if (status === 'ready' && isForUnderwriters(policy.flow)) {
    throw waitsForUnderwriter(policy.id)
  }
  if (status === 'ready') return
  if (status === 'accepted') {
    const pending = await selectLivePayment(db, policy.id)
    throw paymentPending(policy.id, pending?.id ?? '')
  }
  if (status === 'expired' && policy.status !== 'paid' && policy.issuedAt === null) {
    throw offerExpired(policy.id)
  }
  throw alreadyPaid(policy.id, status)
}

async function reload(db: Database, policy: Policy): Promise<Policy> {
  return (await selectPolicy(db, policy.id)) ?? policy
}

function newPayment(
  policy: Policy,
  provider: PaymentProvider,
  order: PaymentOrder,
  moment: Moment,
): Payment {
  return {
    id: mintPaymentId(moment),
    policyId: policy.id,
    invoiceId: null,
    livemode: policy.livemode,
    insurerId: policy.insurerId,
    distributorId: policy.distributorId,
    productId: policy.productId,
    customerId: policy.customerId,
    firstName: policy.firstName,
    lastName: policy.lastName,
    provider: order.provider,
    method: order.method,
    status: 'pending',
    amount: policy.grossPaymentAmount,
    currency: policy.currency,
    chargeId: null,
    reference: provider.referenceFor?.(order.providerOptions) ?? null,
    reason: null,
    errorCode: null,
    createdAt: moment.now,
    processedAt: null,
    askAt: firstAskAt(moment),
    doubt: null,
    doubtSince: null,
    lateAt: null,
    receivedOn: null,
    onAccount: false,
    unappliedAt: null,
  }
}

async function settleAtOnce(
  deps: PaymentDeps,
  offer: Pick<PaidOffer, 'policy' | 'frequency' | 'moment'>,
  pending: Payment,
  receipt: Receipt<Payment> | null,
): Promise<Payment> {
  const onAccount = await isOnAccount(deps.catalogue, offer.policy, pending.provider)
  const { now: processedAt } = offer.moment
  const payment = { ...pending, status: 'ok', processedAt, askAt: null, onAccount } as const
  await deps.payAtOnce({ ...offer, payment, settlement: receipt?.(payment) ?? null })
  return payment
}

/**
 * Reserves the payment before anybody is called, with a job that will settle it if we die. From now on
 * a repeated request is told of this payment.
 */
async function reserve(
  deps: PaymentDeps,
  policy: Policy,
  payment: Payment,
  moment: Moment,
  receipt: Receipt<Payment> | null,
): Promise<void> {
  const parts = [
    policiesLocked([policy.id]),
    ...clocksStanding([moment]),
    offerAccepted(policy, moment.now),
    paymentsMade([payment]),
    eventsTold([paymentEvent('payment.pending', payment)], moment),
    firstAsk(payment, moment),
    ...claimsSettled([receipt?.(payment) ?? null]),
  ]
  try {
    await deps.db.commitOn(policy.id, parts)
  } catch (error) {
    if (isClockGone(error)) throw clockAdvancing(moment.clockId ?? '')
    throw claimRefusal(moveRefusal(error, [policy]))
  }
}

async function charge(
  deps: PaymentDeps,
  provider: PaymentProvider,
  payment: Payment,
  options: JsonObject,
): Promise<Payment> {
  const answer = await askProvider(deps, provider.name, (_, signal) =>
    provider.charge(payment, options, signal),
  )
  if (answer === null) return payment
  for (let tried = 1; ; tried++) {
    try {
      return await recordOutcome(deps, payment.id, answer)
    } catch (error) {
      deps.onDoubt(error)
      // The money may have moved, so this is no failure: it is pending until the job has found out.
      if (tried === recordTriesMax || !isDatabaseAway(error)) return payment
      await sleep(recordAgainAfterMs * 2 ** tried)
    }
  }
}
