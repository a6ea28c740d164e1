import { type When, timeOf, todayIn } from '../kernel/index.ts'
import { type Part, type Transaction, brokenPart, combineStatements } from '../database/index.ts'
import { type Deadline, deadlinesSet } from '../deadlines/index.ts'
import { type News, eventsRecorded } from '../events/index.ts'
import { jobsPlanned, patientJobsAdded } from '../jobs/index.ts'
import { type Sale, invoiceIdOf, salesPosted } from '../ledger/index.ts'
import type { PaymentPlanDefinition } from '../products/index.ts'
import {
  type Policy,
  type StatusMove,
  documentsDue,
  mayBecome,
  overdueDeadline,
  policiesMoved,
} from '../policies/index.ts'
import { statusChanged } from './reasons.ts'
import { firstInstalment } from './first-instalment.ts'
import { soldDays } from './sold-timeline.ts'

/** A payment was started: the offer is taken, and nobody else can start another. */
export function offerAccepted(policy: Policy, now: Temporal.Instant): Part {
  return moved([policy], { to: 'accepted', acceptedAt: now, issuedAt: null })
}

/** The payment failed: the offer can be paid again. */
export async function reopenOffer(tx: Transaction, policy: Policy): Promise<void> {
  await write(tx, [policy], [moved([policy], { to: 'ready', acceptedAt: null, issuedAt: null })])
}

/** An offer and what pays for it. */
export interface PaidOffer extends Pick<Sale, 'paymentId' | 'till'> {
  readonly policy: Policy
  readonly plan: PaymentPlanDefinition
}

/** The statements and events of offers that become policies. */
export interface Issue {
  readonly parts: readonly Part[]
  readonly events: readonly News[]
}

/** The payments are made: offers become policies, in the statement that locked them and records the payments. */
export function issueOf(offers: readonly PaidOffer[], now: Temporal.Instant): Issue {
  const policies = offers.map(({ policy }) => policy)
  return {
    parts: [
      moved(policies, { to: 'paid', acceptedAt: now, issuedAt: now }),
      ...salesPosted(offers.map(saleOf), now),
      ...deadlinesDated(offers, now),
      ...suspensionsPlanned(offers),
      patientJobsAdded(
        'make_documents',
        policies.map(({ id, versionId }) => documentsDue(id, versionId, 'policy')),
      ),
    ],
    events: policies.map(policyIssued),
  }
}

function saleOf({ policy, plan: { frequency }, paymentId, till }: PaidOffer): Sale {
  const { versionId } = policy
  const { taxRate } = policy.quote.premium
  return { policy, versionId, timeline: soldDays(policy, frequency), paymentId, till, taxRate }
}

/**
 * When each is first asked for money again, and when what is only promised is overdue; nothing is
 * written where neither ever is.
 */
function deadlinesDated(offers: readonly PaidOffer[], now: Temporal.Instant): Part[] {
  const dated = offers.flatMap(({ policy, plan, till }) => [
    firstInstalment(policy, plan, now) ?? [],
    till === null ? overdueSale(policy, plan, now) : [],
  ])
  const deadlines = dated.flat()
  return deadlines.length === 0 ? [] : [deadlinesSet(deadlines)]
}

/** Jobs run by true time, and a sale may be on a test clock. */
const atOnce = Temporal.Instant.fromEpochMilliseconds(0)

/** Where there is no cover before the first premium is paid, and it is only promised. */
function suspensionsPlanned(offers: readonly PaidOffer[]): Part[] {
  const jobs = offers.flatMap(({ policy: { id: policyId }, plan, till }) =>
    till === null && plan.firstPremium === 'suspends'
      ? [{ key: `arrears ${policyId}`, payload: { policyId }, runAt: atOnce }]
      : [],
  )
  return jobs.length === 0 ? [] : [jobsPlanned('pursue_arrears', jobs)]
}

function overdueSale(
  policy: Policy,
  { frequency }: PaymentPlanDefinition,
  now: Temporal.Instant,
): Deadline[] {
  const dueDay = soldDays(policy, frequency).terms[0]?.firstDay
  if (dueDay === undefined) return []
  const invoice = { id: invoiceIdOf(policy.versionId), dueDay }
  return [overdueDeadline(policy, invoice, todayIn(policy.timeZone, now))]
}

/** The same in a transaction that has locked the policy. */
export async function issuePolicy(tx: Transaction, offer: PaidOffer, when: When): Promise<void> {
  const { parts, events } = issueOf([offer], timeOf(when))
  await write(tx, [offer.policy], [...parts, eventsRecorded(events, when)])
}

async function write(
  tx: Transaction,
  policies: readonly Policy[],
  parts: readonly Part[],
): Promise<void> {
  try {
    await tx.query(combineStatements(parts))
  } catch (error) {
    throw moveRefusal(error, policies)
  }
}

/** The refusal for a statement that failed because a policy has changed; else the error itself. */
export function moveRefusal(error: unknown, [policy]: readonly Policy[]): unknown {
  if (brokenPart(error) !== 'policies_moved') return error
  return statusChanged(policy?.id ?? '')
}

function policyIssued(policy: Policy): News {
  return {
    type: 'policy.issued',
    about: policy,
    data: { status: 'paid', version_id: policy.versionId },
  }
}

/** All move or none does. An offer that is accepted already keeps the moment at which it was. */
function moved(
  policies: readonly Policy[],
  { to, acceptedAt, issuedAt }: Pick<StatusMove, 'to' | 'acceptedAt' | 'issuedAt'>,
): Part {
  const moves = policies
    .filter((policy) => mayBecome(policy.status, to))
    .map(({ id, versionId, status, ...policy }) => ({
      id,
      versionId,
      from: status,
      to,
      acceptedAt: acceptedAt && (policy.acceptedAt ?? acceptedAt),
      issuedAt,
    }))
  return policiesMoved(moves, policies.length)
}
