import { type InvoiceId, type When, timeOf } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { type Deadline, insertDeadline } from '../../deadlines/index.ts'
import { type News, recordEvents } from '../../events/index.ts'
import { enqueue, enqueueAll } from '../../jobs/index.ts'
import { type Invoice, arrearsMoved, rebill, waiveFees } from '../../ledger/index.ts'
import {
  type CurrentTerm,
  type Policy,
  type PolicyTimeline,
  type PolicyVersion,
  type TermEnd,
  activateVersion,
  currentSnapshot,
  documentsDue,
  notEnded,
  readEnding,
  updateToVersion,
} from '../../policies/index.ts'
import type { BillingPeriod } from '../../timelines/index.ts'
import type { TransactionVersion } from '../kind.ts'
import { kindOf } from '../registry.ts'
import { preemptProposal } from './preempt-proposal.ts'
import { taxOfCharges } from './tax-of-charges.ts'

/** A version with its timeline, of a policy that is locked. */
export interface AppliedTransaction {
  readonly policy: Policy
  readonly version: TransactionVersion
  readonly timeline: PolicyTimeline
  /** Whether it was proposed: then an invoice with its charges was issued before it counts. */
  readonly wasProposed?: boolean
  /** Periods that a reinstatement charges for the first time; nothing else does. */
  readonly fallenDue?: readonly BillingPeriod[]
  /** What a renewal makes of its term; all else leaves that as it is. */
  readonly term?: CurrentTerm & TermEnd
}

/**
 * Makes a version the active one of its policy, in the database transaction that has the policy locked:
 * the row that says what holds today, the money, the events, and what follows from it.
 */
export async function activateTransaction(
  tx: Transaction,
  { policy, version, timeline, wasProposed = false, fallenDue = [], term }: AppliedTransaction,
  when: When,
): Promise<void> {
  const now = timeOf(when)
  const definition = kindOf(version.kind)
  const [snapshot, ending] = await Promise.all([
    currentSnapshot(tx, policy, timeline, now),
    definition.undoesEnd ? readEnding(tx, policy, timeline, null) : notEnded,
  ])
  const state = { ...policy, ...definition.stateAfter(policy, version, now, ending), ...term }
  await Promise.all([
    updateToVersion(tx, policy.id, state, snapshot),
    activateVersion(tx, version, now),
  ])
  await preemptProposal(tx, policy, version, when)
  const ids = { policyId: policy.id, versionId: version.id }
  const versionId = version.id
  // Before the rest: what becomes cheaper would pay them.
  const waived =
    definition.waivesFees === true ? await waiveFees(tx, { policy, versionId, when }) : []
  const { credit, owed, document, settled } = await rebill(tx, {
    policy,
    versionId,
    timeline,
    fallenDue,
    isInvoiced: wasProposed,
    when,
    taxOf: (charges) => taxOfCharges(tx, charges),
  })
  await arrearsMoved(tx, policy, when)
  // What is invoiced next, and when, may be something else now: billing looks again. A single payment is
  // for its term alone: the sale invoices the first one, billing all others.
  const isBilled =
    timeline.terms.length > 1 || timeline.terms.some(({ frequency }) => frequency !== null)
  const isInvoicedAtOnce = definition.isInvoicedAtOnce === true && owed > 0
  if (isBilled || owed > 0) {
    await insertDeadline(tx, lookAgain(policy, version, isInvoicedAtOnce, now))
  }
  const invoiced = [
    ...waived.flatMap((note) => documentIssued(policy, note, version)),
    ...(document === null ? [] : documentIssued(policy, document, version)),
    ...[...waived.flatMap(({ corrects }) => corrects ?? []), ...settled].map((id) =>
      invoiceSettled(policy, id, version),
    ),
  ]
  await Promise.all([
    // The job decides whether the credit stays for a period to come or is paid back.
    credit > 0 && enqueue(tx, 'credit_due', ids),
    recordEvents(tx, [...definition.completed(policy, version), ...invoiced], when),
    enqueueAll(
      tx,
      'make_documents',
      definition.documents.map((occasion) => documentsDue(policy.id, version.id, occasion)),
    ),
    // A lapse that was in doubt is not any more.
    definition.undoesEnd &&
      enqueue(tx, 'pursue_arrears', { policyId: policy.id }, { key: `arrears ${policy.id}` }),
    !definition.keepsRenewal && isRenewalPriced(policy) && enqueue(tx, 'price_renewal', ids),
  ])
}

/** Whether the next term was priced, or is being priced, on what the policy was before. */
function isRenewalPriced({ termLastDay, renewalNoticeAt }: TermEnd): boolean {
  return termLastDay !== null && renewalNoticeAt === null
}

function documentIssued(
  policy: Policy,
  { id, kind, total, currency }: Invoice,
  version: PolicyVersion,
): News[] {
  const { livemode, insurerId, distributorId } = policy
  const about = { id, policyId: policy.id, livemode, insurerId, distributorId }
  const data = { policy_id: policy.id, kind, amount: total, currency }
  const issued: News = { type: 'invoice.issued', about, data }
  return kind === 'credit_note' ? [issued] : [issued, invoiceSettled(policy, id, version)]
}

/** Nothing is left to be paid of it: it became cheaper, or asks for nothing. */
function invoiceSettled(policy: Policy, id: InvoiceId, { id: versionId }: PolicyVersion): News {
  const { livemode, insurerId, distributorId, currency } = policy
  const about = { id, policyId: policy.id, livemode, insurerId, distributorId }
  const data = { policy_id: policy.id, payment_id: null, version_id: versionId, currency }
  return { type: 'invoice.settled', about, data }
}

/** With this begins the key of an instalment's deadline that asks for all that is owed. */
export const invoicedAtOnce = 'adjustment'

function lookAgain(
  { id: policyId, clockId }: Policy,
  { id: versionId }: PolicyVersion,
  isInvoicedAtOnce: boolean,
  dueAt: Temporal.Instant,
): Deadline {
  const key = `${isInvoicedAtOnce ? invoicedAtOnce : 'transaction'} ${versionId}`
  return { policyId, clockId, kind: 'instalment', key, dueAt }
}
