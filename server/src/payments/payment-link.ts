import { type PolicyId, Refusal, isId } from '../kernel/index.ts'
import { momentOf } from '../deadlines/index.ts'
import type { Invoice } from '../ledger/index.ts'
import { type Policy, openSecret, planOf, selectPolicy, statusAt } from '../policies/index.ts'
import { type PaymentMethod, isCollectedElsewhere, isForUnderwriters } from '../products/index.ts'
import { openTokens } from '../sales/index.ts'
import { endOutdated, isOutdated } from './outdated-payment.ts'
import type { Payment } from './payment.ts'
import { selectLivePayment } from './payment-store.ts'
import { notInPlan, paymentLinkNotFound } from './reasons.ts'
import {
  type PaymentDeps,
  type PaymentWay,
  paidForBy,
  payFor,
  planOfInvoice,
} from './take-payment.ts'
import { giveUpPayment, isVoidable } from './void-payment.ts'

/** What somebody sees and pays who has a token of a policy, and no key. */
export interface PaymentLink {
  readonly policy: Policy
  /** Null where it is the sale. */
  readonly invoice: Invoice | null
  /** `closed`: it is not to be paid any more, and was not paid. */
  readonly status: 'open' | 'pending' | 'paid' | 'closed'
  readonly amount: number
  /** By which it can be paid on a page. */
  readonly methods: readonly PaymentMethod[]
  /** The payment that is under way; null if there is none. */
  readonly payment: Payment | null
  /** Whether that payment can be given up for another. */
  readonly isVoidable: boolean
}

interface LinkRequest {
  readonly policyId: string
  readonly token: string
}

export async function findPaymentLink(
  deps: PaymentDeps,
  { policyId, token }: LinkRequest,
): Promise<PaymentLink> {
  const policy = isId('tpol', policyId) ? await selectPolicy(deps.db, policyId) : undefined
  const invoice = policy && (await paidForBy(deps.db, policy, token))
  if (policy === undefined || invoice === undefined) throw paymentLinkNotFound(policyId)
  const { now } = await momentOf(deps.db, deps.clock, policy)
  const live = await selectLivePayment(deps.db, invoice?.id ?? policy.id)
  const payment = live?.status === 'pending' ? live : null
  if (payment !== null && (await isOutdated(deps.db, payment))) {
    const { status } = await endOutdated(deps, payment)
    if (status !== 'pending') return findPaymentLink(deps, { policyId, token })
  }
  const status = payment === null ? statusOf(policy, invoice, now) : 'pending'
  return {
    policy,
    invoice,
    status,
    amount:
      payment?.amount ??
      (invoice === null ? policy.grossPaymentAmount : invoice.open || invoice.total),
    methods: status === 'open' ? await methodsFor(deps, policy, invoice) : [],
    payment,
    isVoidable: payment !== null && isVoidable(payment),
  }
}

/** Pays by a link. Where a payment is under way, or nothing is to be paid, nothing happens. */
export async function payByLink(
  deps: PaymentDeps,
  request: LinkRequest & PaymentWay,
): Promise<PaymentLink> {
  const link = await findPaymentLink(deps, request)
  if (link.status !== 'open') return link
  const { provider, method } = request
  if (!link.methods.some((one) => one.provider === provider && one.method === method)) {
    const allowed = link.methods.map((one) => `${one.provider}/${one.method}`)
    throw notInPlan(`${provider}/${method}`, allowed)
  }
  try {
    await payFor(deps, link, request, null)
  } catch (error) {
    // Somebody else was faster: the link shows what they did.
    const now = error instanceof Refusal ? await findPaymentLink(deps, request) : link
    if (now.status === 'open') throw error
    return now
  }
  return findPaymentLink(deps, request)
}

/** Gives up the payment of a link that is under way, so that another way to pay can be chosen. */
export async function voidByLink(deps: PaymentDeps, request: LinkRequest): Promise<PaymentLink> {
  const { payment } = await findPaymentLink(deps, request)
  if (payment !== null) await giveUpPayment(deps, payment)
  return findPaymentLink(deps, request)
}

function statusOf(
  policy: Policy,
  invoice: Invoice | null,
  now: Temporal.Instant,
): PaymentLink['status'] {
  if (invoice === null) {
    if (policy.issuedAt !== null) return 'paid'
    return statusAt(policy, now) === 'ready' && !isForUnderwriters(policy.flow) ? 'open' : 'closed'
  }
  if (invoice.state === 'open' || invoice.state === 'proposed') return 'open'
  return invoice.state === 'settled' ? 'paid' : 'closed'
}

async function methodsFor(
  deps: PaymentDeps,
  policy: Policy,
  invoice: Invoice | null,
): Promise<PaymentMethod[]> {
  const methods = await methodsOnPages(deps, policy, invoice)
  const usable = await Promise.all(
    methods.map(async (one) => {
      const provider = deps.providers.get(one.provider)
      if (provider === undefined) return []
      if (provider.testModeOnly && policy.livemode) return []
      const refusal = (await provider.credentials?.refusalOf(policy)) ?? null
      return refusal === null ? [one] : []
    }),
  )
  return usable.flat()
}

/** Those of the plan that a page can take money by. */
async function methodsOnPages(
  deps: Pick<PaymentDeps, 'catalogue' | 'clock' | 'db'>,
  policy: Policy,
  invoice: Invoice | null,
): Promise<PaymentMethod[]> {
  const planId =
    invoice === null
      ? policy.planId
      : await planOfInvoice(deps, policy, invoice, await momentOf(deps.db, deps.clock, policy))
  return methodsOnPage(await planOf(deps.catalogue, { ...policy, planId }))
}

/** By which a page can take the money of a plan. */
export function methodsOnPage({
  methods,
}: {
  readonly methods: readonly PaymentMethod[]
}): PaymentMethod[] {
  return methods.filter(({ provider }) => !isCollectedElsewhere(provider))
}

/**
 * The address at which a customer pays an open invoice, or the offer where none is named; null where
 * nothing is to be paid, or not on a page. The token is in the fragment, which browsers send to nobody.
 */
export async function paymentLinkOf(
  deps: Pick<PaymentDeps, 'catalogue' | 'clock' | 'db' | 'keyRing'> & {
    readonly publicUrl: string
  },
  policy: Policy,
  invoice: Invoice | null,
): Promise<string | null> {
  const { now } = await momentOf(deps.db, deps.clock, policy)
  if (statusOf(policy, invoice, now) !== 'open') return null
  if ((await methodsOnPages(deps, policy, invoice)).length === 0) return null
  return paymentPageOf(deps, policy.id, invoice)
}

/** The same, whether or not something is to be paid by now. */
export async function paymentPageOf(
  deps: Pick<PaymentDeps, 'db' | 'keyRing'> & { readonly publicUrl: string },
  policyId: PolicyId,
  invoice: Pick<Invoice, 'id' | 'kind'> | null,
): Promise<string | null> {
  const isSale = invoice === null || invoice.kind === 'sale'
  const token = isSale
    ? (await openTokens(deps, policyId)).payment
    : await openSecret(deps, { policyId, kind: 'invoice', subject: invoice.id })
  return token === undefined ? null : `${deps.publicUrl}/pay/${policyId}#${token}`
}
