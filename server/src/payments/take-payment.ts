import {
  type JsonObject,
  type Moment,
  type PlanId,
  Refusal,
  isId,
  todayIn,
} from '../kernel/index.ts'
import { type Database, brokenConstraint } from '../database/index.ts'
import {
  clockAdvancing,
  clocksUnmoved,
  isClockGone,
  momentOf,
  momentOfTransaction,
} from '../deadlines/index.ts'
import { eventsRecorded } from '../events/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { assertHandedOver } from '../handover/index.ts'
import type { Invoice } from '../ledger/index.ts'
import {
  type Policy,
  policiesLocked,
  selectPolicy,
  statusAt,
  timelineOf,
} from '../policies/index.ts'
import { type RecentOffers, moveRefusal, offerAccepted } from '../sales/index.ts'
import {
  type PaymentPlanDefinition,
  type ProductDefinition,
  assertPageAllowed,
  isForUnderwriters,
  selectOwnProviders,
} from '../products/index.ts'
import {
  type ReplayWriter,
  reservationRefusal,
  reservationsCompleted,
} from '../idempotency/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { planOn } from '../timelines/index.ts'
import { isOnAccount } from './on-account.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { firstAsk } from './ask-later.ts'
import { charge } from './charge.ts'
import { paymentsMade, selectLivePayment } from './payment-store.ts'
import type { PaidOffer, PayAtOnce } from './pay-at-once.ts'
import { findInvoice, findOpenSale, payInvoice } from './pay-invoice.ts'
import { newPayment } from './new-payment.ts'
import type { PaymentProvider } from './provider.ts'
import { providerNamed } from './providers/collected-outside.ts'
import type { SettleDeps } from './settle-payment.ts'
import {
  alreadyPaid,
  keyOfAnotherAccount,
  notInPlan,
  offerExpired,
  paymentPending,
  providerUnknown,
  testModeOnly,
  waitsForReceipt,
  waitsForUnderwriter,
  wrongToken,
} from './reasons.ts'

/** How somebody wants to pay. */
export interface PaymentWay {
  readonly provider: string
  readonly method: string
  /** What the request says to the provider itself. */
  readonly providerOptions: JsonObject
}

export interface PaymentRequest extends PaymentWay {
  readonly caller: Caller
  readonly token: string
  readonly policyId: string
}

export interface PaymentDeps extends SettleDeps {
  readonly payAtOnce: PayAtOnce
  readonly recentOffers: RecentOffers
}

const oneLive = 'payments_one_live'

/** Pays for an offer, which thereby becomes a policy, or for the invoice of a later transaction. */
export async function takePayment(
  deps: PaymentDeps,
  request: PaymentRequest,
  replay: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const paidFor = await findPaidFor(deps, request).catch(async (error: unknown) => {
    throw (await providerRefusal(deps, request, error)) ?? error
  })
  return payFor(deps, paidFor, request, replay)
}

/** Pays for what a token was for. */
export async function payFor(
  deps: PaymentDeps,
  { policy, invoice }: PaidFor,
  request: PaymentWay,
  replay: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const moment = await momentOfTransaction(deps.db, deps.clock, policy)
  const planId =
    invoice === null ? policy.planId : await planOfInvoice(deps, policy, invoice, moment)
  const { provider, plan, product } = await wayToPay(deps, policy, planId, request)
  const reference = provider.referenceFor?.(request.providerOptions) ?? null
  const { method, providerOptions } = request
  const keepsMandate = plan.frequency !== null
  if (invoice !== null) {
    const onAccount = isOnAccount(plan, provider.name)
    if (onAccount && invoice.state === 'open') throw waitsForReceipt(invoice.id, provider.name)
    const asked = { policy, invoice, provider, method, reference, onAccount, moment }
    const paid = await payInvoice(deps.db, asked, replay)
    if (provider.settlesAtOnce) return paid
    return charge(deps, paid, (by, signal) =>
      by.charge(paid, { options: providerOptions, keepsMandate }, signal),
    )
  }
  await assertPayable(deps.db, policy, moment.now)
  await assertHandedOver(deps.db, policy, product)
  const { grossPaymentAmount: amount } = policy
  const by = { provider: provider.name, method, reference, amount, invoiceId: null }
  const payment = newPayment(policy, by, moment)
  try {
    if (provider.settlesAtOnce)
      return await settleAtOnce(deps, { policy, plan, moment }, payment, replay)
    await reserve(deps, policy, payment, moment, replay)
  } catch (error) {
    // Somebody else was faster: say what stands in the way now.
    const isRace = brokenConstraint(error) === oneLive || error instanceof Refusal
    if (isRace) {
      const { now } = await momentOf(deps.db, deps.clock, policy)
      await assertPayable(deps.db, await reload(deps.db, policy), now)
    }
    throw error
  }
  return charge(deps, payment, (by, signal) =>
    by.charge(payment, { options: providerOptions, keepsMandate }, signal),
  )
}

export interface PaidFor {
  readonly policy: Policy
  /** Null where it is the offer. */
  readonly invoice: Invoice | null
}

/** What the token pays for, as far as this caller may. */
async function findPaidFor(deps: PaymentDeps, request: PaymentRequest): Promise<PaidFor> {
  const { policyId: id } = request
  const policy = isId('tpol', id)
    ? (deps.recentOffers.take(id) ?? (await selectPolicy(deps.db, id)))
    : undefined
  if (policy === undefined) throw wrongToken()
  const invoice = await paidForBy(deps.db, policy, request.token)
  if (invoice === undefined) throw wrongToken()
  if (seenBy(request.caller, policy) === undefined) throw keyOfAnotherAccount()
  await assertPageAllowed(deps.catalogue, request.caller, policy)
  return { policy, invoice }
}

/** The invoice that a token of a policy pays; null for its sale, undefined if it pays nothing. */
export async function paidForBy(
  db: Database,
  policy: Policy,
  token: string,
): Promise<Invoice | null | undefined> {
  if (secretMatches(token, policy.paymentTokenHash)) return findOpenSale(db, policy)
  return findInvoice(db, policy.id, token)
}

/** A provider that nobody has is named before all else: then the integration is wrong, not the sale. */
async function providerRefusal(
  { db, providers }: PaymentDeps,
  { caller, provider, policyId: id }: PaymentRequest,
  error: unknown,
): Promise<Refusal | null> {
  if (!(error instanceof Refusal) || providers.has(provider)) return null
  const policy = isId('tpol', id) ? await selectPolicy(db, id) : undefined
  const isSeen = policy !== undefined && seenBy(caller, policy) !== undefined
  const own = isSeen ? await selectOwnProviders(db, policy.insurerId) : []
  const isOwn = own.some(({ name }) => name === provider)
  return isOwn ? null : providerUnknown(provider, providers.keys())
}

/** The plan that holds when the invoice is due, or today where that is later: the next one is paid in its way. */
export async function planOfInvoice(
  { db }: Pick<PaymentDeps, 'db'>,
  { versionId, timeZone }: Policy,
  { dueDay }: Invoice,
  { now }: Moment,
): Promise<PlanId> {
  const today = todayIn(timeZone, now)
  const day = Temporal.PlainDate.compare(dueDay, today) < 0 ? today : dueDay
  return planOn(await timelineOf(db, versionId), day).planId
}

/** Who takes the money, by a plan that must allow this way to pay. */
async function wayToPay(
  deps: PaymentDeps,
  policy: Policy,
  planId: PlanId,
  request: PaymentWay,
): Promise<{
  readonly provider: PaymentProvider
  readonly plan: PaymentPlanDefinition
  readonly product: ProductDefinition
}> {
  const version = await deps.catalogue.version(policy.productVersionId)
  const plan = version?.plans.get(planId)
  const isInPlan = plan?.methods.some(
    (one) => one.provider === request.provider && one.method === request.method,
  )
  const provider = providerNamed(deps.providers, request.provider)
  if (version === undefined || provider === undefined || plan === undefined || isInPlan !== true) {
    throw await whyNotPayable(deps, policy, request, plan?.methods ?? [])
  }
  if (provider.testModeOnly && policy.livemode) {
    throw testModeOnly(provider.name)
  }
  const refusal = await provider.credentials?.refusalOf(policy)
  if (refusal !== undefined && refusal !== null) throw refusal
  return { provider, plan, product: version.definition }
}

/** A provider that neither the platform nor the insurer has, or one that is not in the plan. */
async function whyNotPayable(
  { db, providers }: PaymentDeps,
  { insurerId }: Policy,
  { provider, method }: PaymentWay,
  methods: PaymentPlanDefinition['methods'],
): Promise<Refusal> {
  const own = await selectOwnProviders(db, insurerId)
  const known = [...providers.keys(), ...own.map(({ name }) => name)]
  if (!known.includes(provider)) return providerUnknown(provider, known)
  const allowed = methods.map((one) => `${one.provider}/${one.method}`)
  return notInPlan(`${provider}/${method}`, allowed)
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

async function settleAtOnce(
  deps: PaymentDeps,
  offer: Pick<PaidOffer, 'policy' | 'plan' | 'moment'>,
  pending: Payment,
  replay: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const onAccount = isOnAccount(offer.plan, pending.provider)
  const { now: processedAt } = offer.moment
  const payment = { ...pending, status: 'ok', processedAt, askAt: null, onAccount } as const
  await deps.payAtOnce({ ...offer, payment, settlement: replay?.(payment) ?? null })
  return payment
}

/**
 * Reserves the payment before any call, with a job that settles it if the process ends. From now on
 * a repeated request gets this payment.
 */
async function reserve(
  deps: PaymentDeps,
  policy: Policy,
  payment: Payment,
  moment: Moment,
  replay: ReplayWriter<Payment> | null,
): Promise<void> {
  const parts = [
    policiesLocked([policy.id]),
    ...clocksUnmoved([moment]),
    offerAccepted(policy, moment.now),
    paymentsMade([payment]),
    eventsRecorded([paymentEvent('payment.pending', payment)], moment),
    firstAsk(payment, moment),
    ...reservationsCompleted([replay?.(payment) ?? null]),
  ]
  try {
    await deps.db.commitOn(policy.id, parts)
  } catch (error) {
    if (isClockGone(error)) throw clockAdvancing(moment.clockId ?? '')
    throw reservationRefusal(moveRefusal(error, [policy]))
  }
}
