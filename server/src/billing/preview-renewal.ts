import { selectActiveMandate, selectLastPayment } from '../payments/index.ts'
import { billingPlan, instalmentsDue } from '../policies/index.ts'
import { mintPreviewToken, promisedUntil } from '../policy-transactions/index.ts'
import {
  type NextTerm,
  type RenewalRequest,
  previewNextTerm,
  termDigest,
  termSums,
} from '../renewals/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type BillingPeriod, type PeriodPrice, planOn, pricePeriod } from '../timelines/index.ts'
import { collectionOf, dueDayOf } from './due-day.ts'

type PreviewDeps = Parameters<typeof previewNextTerm>[0] & { readonly keyRing: KeyRing }

/** The first invoice of the next term. */
interface FirstInvoice {
  readonly charges: readonly { readonly period: BillingPeriod; readonly amount: PeriodPrice }[]
  readonly invoice: { readonly amount: number; readonly dueDay: Temporal.PlainDate } | null
  /** The credit that the customer would still have. */
  readonly credit: number
}

export interface RenewalPreview extends NextTerm, FirstInvoice {
  /** An acceptance that names it is of exactly this term, or is refused. */
  readonly token: string
  readonly expiresAt: Temporal.Instant
}

/** The amounts of a renewal, were nothing else to happen until then. Nothing is written. */
export async function previewRenewal(
  deps: PreviewDeps,
  request: RenewalRequest,
): Promise<RenewalPreview> {
  const next = await previewNextTerm(deps, request)
  const { policy, renewal, quote, moment } = next
  const expiresAt = promisedUntil(moment.now)
  const token = mintPreviewToken(deps.keyRing, {
    policyId: policy.id,
    versionId: policy.versionId,
    transaction: termDigest(renewal),
    sums: termSums(renewal, quote),
    expiresAt,
  })
  return { ...next, ...(await previewInvoice(deps, next)), token, expiresAt }
}

/** As the instalment of the first day would ask for it, with all before it paid. */
async function previewInvoice({ db }: PreviewDeps, next: NextTerm): Promise<FirstInvoice> {
  const { policy, product, charged, after, renewal, quote } = next
  const { credit, receivable } = charged.balances
  if (quote === null) return { charges: [], invoice: null, credit }
  const [mandate, before] = await Promise.all([
    selectActiveMandate(db, policy.id),
    selectLastPayment(db, policy.id),
  ])
  const { firstDay } = renewal
  const { due } = instalmentsDue({ ...next, timeline: after }, firstDay)
  const isOfTerm = ({ period }: (typeof due)[number]) =>
    Temporal.PlainDate.compare(period.firstDay, firstDay) >= 0
  const priced = due.map((one) => ({ one, amount: pricePeriod(after, one.period) }))
  const [ofTerm, earlier] = [true, false].map((is) =>
    priced.filter(({ one }) => isOfTerm(one) === is),
  )
  const sum = (some: typeof priced = []) =>
    some.reduce((all, { amount }) => all + amount.payment, 0)
  const [first] = ofTerm ?? []
  if (first === undefined) return { charges: [], invoice: null, credit }
  const open = charged.invoices.reduce((all, one) => all + one.open, 0)
  // The open amount of a transaction is charged with the first instalment after it.
  const waiting = earlier?.length === 0 ? receivable - open : 0
  const left = Math.max(0, credit - sum(earlier))
  const asked = sum(ofTerm) + waiting
  const plan = billingPlan(product, policy, planOn(after, firstDay))
  const collection = collectionOf(plan, mandate, before)
  const dueDay = dueDayOf(after, first.one, firstDay, collection)
  return {
    charges: (ofTerm ?? []).map(({ one: { period }, amount }) => ({ period, amount })),
    invoice: asked > left ? { amount: asked - left, dueDay } : null,
    credit: Math.max(0, left - asked),
  }
}
