import type { Moment, PolicyId } from '../kernel/index.ts'
import { todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Invoice, selectInvoicesOf } from '../ledger/index.ts'
import { type Payment, paidDay, selectPaymentsOf } from '../payments/index.ts'
import {
  type Policy,
  type PolicyTimeline,
  isInForce,
  overdueDeadline,
  selectPolicy,
  selectPolicyVersions,
  timelineOf,
} from '../policies/index.ts'
import { resumePolicy, suspendPolicy } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import { selectOpenCase } from './case-store.ts'
import { paysFor } from './pays-for.ts'

/**
 * Holds cover back until the first premium is paid, where the plan says so (par. 37 VVG): suspended from the
 * first day on; covered from that day where it was paid by its due day, else from the day of the payment. The
 * policy must be locked.
 */
export async function followFirstPremium(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  { policyId, key }: { readonly policyId: PolicyId; readonly key?: string },
  moment: Moment,
): Promise<void> {
  const policy = await selectPolicy(tx, policyId)
  if (policy === undefined || !isInForce(policy, moment.now)) return
  if (!(await isHeldBack(catalogue, policy))) return
  const invoices = await selectInvoicesOf(tx, policyId)
  const sale = invoices.find(({ kind }) => kind === 'sale')
  if (sale === undefined) return
  const versions = await selectPolicyVersions(tx, policyId)
  const wasSuspended = versions.some(
    ({ kind, effectiveDay }) => kind === 'suspension' && effectiveDay.equals(policy.startDay),
  )
  if (policy.isLocked) {
    // The transaction comes first; the next day is a safety net.
    const today = todayIn(policy.timeZone, moment.now)
    const { dueAt, ...rest } = overdueDeadline(policy, { ...sale, dueDay: today }, today)
    return setDeadline(tx, { ...rest, key: `first premium ${sale.id}`, dueAt })
  }
  const payments = await selectPaymentsOf(tx, policyId)
  const paid = payments.filter((one) => !one.onAccount && paysFor(one, sale))
  // Once it was paid it is a premium like others: after a charge-back it is dunned.
  if (sale.state === 'open' && paid.some(({ chargedBackAt }) => chargedBackAt !== null)) return
  if (sale.state === 'open' && !wasSuspended) {
    await suspendPolicy(tx, policy, policy.startDay, moment)
  } else if (sale.state === 'open') {
    const today = todayIn(policy.timeZone, moment.now)
    const isAsked = key?.endsWith(` ${sale.id}`) === true
    const isOver = Temporal.PlainDate.compare(sale.dueDay, today) < 0
    if (isAsked && isOver) await recordOverdue(tx, policy, sale, moment)
  } else if (sale.state === 'settled' && wasSuspended) {
    await resumeWithPayment(tx, policy, { sale, paid }, moment)
  }
}

async function isHeldBack(catalogue: Catalogue, policy: Policy): Promise<boolean> {
  const product = await catalogue.version(policy.productVersionId)
  return product?.plans.get(policy.planId)?.firstPremium === 'suspends'
}

/** A person may rescind now, or go on waiting. */
async function recordOverdue(
  tx: Transaction,
  policy: Policy,
  { id, open, dueDay, currency }: Invoice,
  moment: Moment,
): Promise<void> {
  const data = { invoice_id: id, amount: open, currency, due_day: dueDay.toString() }
  const news = { type: 'policy.first_premium_overdue', about: policy, data } as const
  await recordEvents(tx, [news], moment)
}

async function resumeWithPayment(
  tx: Transaction,
  policy: Policy,
  { sale, paid }: { readonly sale: Invoice; readonly paid: readonly Payment[] },
  moment: Moment,
): Promise<void> {
  const timeline = await timelineOf(tx, policy.versionId)
  if (!isSuspendedThroughout(timeline)) return
  // A later premium keeps it suspended: its payment decides.
  const open = await selectOpenCase(tx, policy.id)
  if (open?.step === 'suspended') return
  const days = paid
    .filter(({ status }) => status === 'ok')
    .map((one) => paidDay(one, policy.timeZone))
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const paidOn = days.at(-1) ?? todayIn(policy.timeZone, moment.now)
  const isInTime = Temporal.PlainDate.compare(paidOn, sale.dueDay) <= 0
  const isLater = Temporal.PlainDate.compare(paidOn, policy.startDay) > 0
  await resumePolicy(tx, policy, isInTime || !isLater ? policy.startDay : paidOn, moment)
}

/** There was never a day with cover. */
function isSuspendedThroughout({ segments }: PolicyTimeline): boolean {
  return segments.every(({ kind }) => kind === 'suspended' || kind === 'ended')
}
