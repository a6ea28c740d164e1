import { type InvoiceId, type When, timeOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Deadline, insertDeadline } from '../deadlines/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import { enqueue, enqueueAll } from '../jobs/index.ts'
import { type Invoice, arrearsMoved, reckon } from '../ledger/index.ts'
import type { BillingPeriod } from '../timelines/index.ts'
import { documentsOf } from './documents-due.ts'
import { heldToday } from './held-today.ts'
import { orderDone } from './order-news.ts'
import type { CurrentTerm, Policy, TermEnd } from './policy.ts'
import { updateToVersion } from './policy-store.ts'
import type { PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { preemptProposal } from './preempt-proposal.ts'
import { standingAfter } from './standing.ts'
import { taxOfCharges } from './tax-of-charges.ts'
import { activateVersion } from './version-store.ts'

/** A version that says all that it has to say, of a policy that is locked. */
export interface LaidOrder {
  readonly policy: Policy
  readonly version: PolicyVersion
  readonly timeline: PolicyTimeline
  /** Periods that a reinstatement charges for the first time; nothing else does. */
  readonly fallenDue?: readonly BillingPeriod[]
  /** What a renewal makes of its term; all else leaves that as it is. */
  readonly term?: CurrentTerm & TermEnd
}

/**
 * Makes an order the active version of its policy, in the transaction that has the policy locked: the
 * row that says what holds today, the money, the news, and what follows from it.
 */
export async function activateOrder(
  tx: Transaction,
  { policy, version, timeline, fallenDue = [], term }: LaidOrder,
  when: When,
): Promise<void> {
  const now = timeOf(when)
  const held = await heldToday(tx, policy, timeline, now)
  const standing = { ...policy, ...standingAfter(policy, version, now), ...term }
  await Promise.all([
    updateToVersion(tx, policy.id, standing, held),
    activateVersion(tx, version, now),
  ])
  await preemptProposal(tx, policy, version, when)
  const ids = { policyId: policy.id, versionId: version.id }
  const versionId = version.id
  const { credit, owed, creditNote, settled } = await reckon(tx, {
    policy,
    versionId,
    timeline,
    fallenDue,
    when,
    taxOf: (charges) => taxOfCharges(tx, charges),
  })
  await arrearsMoved(tx, policy, when)
  // What is asked for next, and when, may be something else now: whoever asks for it looks again.
  // A single payment is for its term alone: the sale asks for that of the first, a look for all others.
  const isBilled =
    timeline.terms.length > 1 || timeline.terms.some(({ frequency }) => frequency !== null)
  if (isBilled || owed > 0) await insertDeadline(tx, lookAgain(policy, version, now))
  const noted = [
    ...(creditNote === null ? [] : [creditNoteIssued(policy, creditNote)]),
    ...settled.map((id) => invoiceSettled(policy, id, version)),
  ]
  await Promise.all([
    // Whether it stays for a period to come or is given back is decided there.
    credit > 0 && enqueue(tx, 'credit_due', ids),
    recordEvents(tx, [orderDone(policy, version), ...noted], when),
    enqueueAll(tx, 'make_documents', documentsOf(version)),
    isNoticed(policy, version) && enqueue(tx, 'price_renewal', ids),
  ])
}

/** Whether the next term was priced, or is being priced, on what the policy was before. */
function isNoticed({ termLastDay, renewalNoticeAt }: TermEnd, { kind }: PolicyVersion): boolean {
  return kind !== 'renewal' && termLastDay !== null && renewalNoticeAt === null
}

function creditNoteIssued(policy: Policy, { id, kind, total, currency }: Invoice): News {
  const { livemode, insurerId, distributorId } = policy
  const about = { id, policyId: policy.id, livemode, insurerId, distributorId }
  const data = { policy_id: policy.id, kind, amount: total, currency }
  return { type: 'invoice.issued', about, data }
}

/** Nothing is left to be paid of it: it became cheaper. */
function invoiceSettled(policy: Policy, id: InvoiceId, { id: versionId }: PolicyVersion): News {
  const { livemode, insurerId, distributorId, currency } = policy
  const about = { id, policyId: policy.id, livemode, insurerId, distributorId }
  const data = { policy_id: policy.id, payment_id: null, version_id: versionId, currency }
  return { type: 'invoice.settled', about, data }
}

function lookAgain(
  { id: policyId, clockId }: Policy,
  { id: versionId }: PolicyVersion,
  dueAt: Temporal.Instant,
): Deadline {
  return { policyId, clockId, kind: 'instalment', key: `order ${versionId}`, dueAt }
}
