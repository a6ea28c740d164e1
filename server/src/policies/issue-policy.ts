import { Refusal } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import { enqueueAll } from '../jobs/index.ts'
import { papersDue } from './papers-due.ts'
import { type Policy, mayBecome } from './policy.ts'
import { type StatusMove, updatePolicyStatuses } from './policy-store.ts'

/** A payment was started: the offer is taken, and nobody else can start another. */
export async function acceptOffer(
  tx: Transaction,
  policy: Policy,
  now: Temporal.Instant,
): Promise<void> {
  await move(tx, [policy], { to: 'accepted', acceptedAt: now, issuedAt: null })
}

/** The payment failed: the offer can be paid again. */
export async function reopenOffer(tx: Transaction, policy: Policy): Promise<void> {
  await move(tx, [policy], { to: 'ready', acceptedAt: null, issuedAt: null })
}

/** The payments are made: offers become policies, in the transaction that locked them and records the payments. */
export async function issuePolicies(
  tx: Transaction,
  policies: readonly Policy[],
  now: Temporal.Instant,
): Promise<void> {
  await Promise.all([
    move(tx, policies, { to: 'paid', acceptedAt: now, issuedAt: now }),
    recordEvents(tx, policies.map(policyIssued), now),
    enqueueAll(
      tx,
      'make_documents',
      policies.map(({ id, versionId }) => papersDue(id, versionId, 'policy')),
    ),
  ])
}

function policyIssued(policy: Policy): News {
  return {
    type: 'policy.issued',
    about: policy,
    data: { status: 'paid', version_id: policy.versionId },
  }
}

/** All move or none does. An offer that is accepted already keeps the moment at which it was. */
async function move(
  tx: Transaction,
  policies: readonly Policy[],
  { to, acceptedAt, issuedAt }: Pick<StatusMove, 'to' | 'acceptedAt' | 'issuedAt'>,
): Promise<void> {
  const moves = policies
    .filter((policy) => mayBecome(policy.status, to))
    .map(({ id, status, ...policy }) => ({
      id,
      from: status,
      to,
      acceptedAt: acceptedAt && (policy.acceptedAt ?? acceptedAt),
      issuedAt,
    }))
  const moved = new Set((await updatePolicyStatuses(tx, moves)).map((one) => one.id))
  const stuck = policies.find((policy) => !moved.has(policy.id))
  if (stuck !== undefined) {
    throw new Refusal(
      'payment_not_allowed',
      `Policy ${stuck.id} does not allow a payment: its status has changed meanwhile.`,
    )
  }
}
