import { Refusal } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, mayBecome } from './policy.ts'
import { updatePolicyStatus } from './policy-store.ts'

/** A payment was started: the offer is taken, and nobody else can start another. */
export async function acceptOffer(
  tx: Transaction,
  policy: Policy,
  now: Temporal.Instant,
): Promise<void> {
  await move(tx, policy, 'accepted', { acceptedAt: now, issuedAt: null })
}

/** The payment failed: the offer can be paid again. */
export async function reopenOffer(tx: Transaction, policy: Policy): Promise<void> {
  await move(tx, policy, 'ready', { acceptedAt: null, issuedAt: null })
}

/** The payment is made: the offer becomes a policy, in the transaction that records the payment. */
export async function issuePolicy(
  tx: Transaction,
  policy: Policy,
  now: Temporal.Instant,
): Promise<void> {
  await move(tx, policy, 'paid', { acceptedAt: policy.acceptedAt ?? now, issuedAt: now })
  await recordEvents(
    tx,
    [
      {
        type: 'policy.issued',
        livemode: policy.livemode,
        insurerId: policy.insurerId,
        distributorId: policy.distributorId,
        subjectId: policy.id,
        data: { status: 'paid', version_id: policy.versionId },
      },
    ],
    now,
  )
}

async function move(
  tx: Transaction,
  policy: Policy,
  to: 'accepted' | 'ready' | 'paid',
  times: { acceptedAt: Temporal.Instant | null; issuedAt: Temporal.Instant | null },
): Promise<void> {
  const isMoved =
    mayBecome(policy.status, to) &&
    (await updatePolicyStatus(tx, { id: policy.id, from: policy.status, to, ...times }))
  if (!isMoved) {
    throw new Refusal(
      'payment_not_allowed',
      `Policy ${policy.id} does not allow a payment: its status has changed meanwhile.`,
    )
  }
}
