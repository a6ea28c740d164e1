import { type Clock, type Moment, type PolicyId, startOfDay } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, assertPossible, lockPolicies, updateTermEnd } from '../policies/index.ts'
import { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
import {
  notOfferedYet,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalTooLate,
} from './reasons.ts'
import { type Renewal, nothingGiven } from './renewal.ts'
import { upsertRenewal } from './renewal-store.ts'

export interface DecideDeps {
  readonly db: Database
  readonly clock: Clock
}

export type Decision = 'accepted' | 'declined'

/** Accepts or declines the next term, while there is time. Said again, it is the same decision. */
export async function decideRenewal(
  deps: DecideDeps,
  asker: Asker,
  policyId: PolicyId,
  decision: Decision,
): Promise<FoundRenewal> {
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const found = await findRenewal(tx, asker, policyId, deps.clock())
    const moment = await momentOfOrder(tx, deps.clock, found.policy)
    const decided = decide(found, decision, moment)
    if (decided === null) return found
    await write(tx, asker, found, decided, moment)
    return { ...found, renewal: decided }
  })
}

/** What becomes of the renewal; null where it was decided so before. */
function decide(
  { policy, firstDay, renewal }: FoundRenewal,
  decision: Decision,
  { now }: Moment,
): Renewal | null {
  if (renewal?.state === decision) return null
  assertPossible('renewal', policy, now)
  const { id } = policy
  const begins = startOfDay(firstDay, policy.timeZone)
  if (Temporal.Instant.compare(begins, now) <= 0) throw renewalTooLate(id, firstDay.toString())
  const decided = { decidedAt: now, decidedBy: null }
  switch (renewal?.state) {
    case undefined:
    case 'scheduled':
    case 'withdrawn':
      if (decision === 'accepted') throw notOfferedYet(id)
      return { ...(renewal ?? unpriced(policy, firstDay)), ...decided, state: 'declined' }
    case 'offered':
      if (renewal.basedOn !== policy.versionId && decision === 'accepted') throw notOfferedYet(id)
      return { ...renewal, ...decided, state: decision }
    case 'blocked':
    case 'knocked_out':
      if (decision === 'accepted') throw renewalNotPossible(id, renewal.state)
      return { ...renewal, ...decided, problems: [], state: 'declined' }
    case 'accepted':
      throw renewalAccepted(id)
    case 'declined':
      throw renewalDeclined(id)
    case 'done':
      throw renewalTooLate(id, firstDay.toString())
  }
}

/** What is known of a renewal that nobody has looked at yet. */
export function unpriced(policy: Policy, firstDay: Temporal.PlainDate): Renewal {
  return {
    policyId: policy.id,
    firstDay,
    lastDay: null,
    kind: policy.renews ? 'automatic' : 'on_acceptance',
    state: 'scheduled',
    basedOn: policy.versionId,
    productVersionId: policy.productVersionId,
    quoteId: null,
    contentId: null,
    paymentBefore: policy.grossPaymentAmount,
    paymentAfter: null,
    given: nothingGiven,
    says: { answers: [], places: [] },
    problems: [],
    tokenHash: null,
    offeredAt: null,
    decidedAt: null,
    decidedBy: null,
  }
}

async function write(
  tx: Transaction,
  asker: Asker,
  { policy, renewal: before }: FoundRenewal,
  decided: Renewal,
  moment: Moment,
): Promise<void> {
  const caller = 'caller' in asker ? asker.caller : null
  const { firstDay, paymentAfter } = decided
  const state = decided.state === 'accepted' ? 'accepted' : 'declined'
  await upsertRenewal(tx, { ...decided, decidedBy: caller?.account.id ?? null }, policy)
  const { termLastDay } = policy
  const renews = state === 'accepted'
  await updateTermEnd(tx, policy.id, { termLastDay, renews, renewalNoticeAt: null })
  const told = { first_day: firstDay.toString(), gross_payment_amount: paymentAfter }
  const type = `renewal.${state}` as const
  const by = caller === null ? 'customer' : caller.account.kind
  await recordEvents(tx, [{ type, about: policy, data: { ...told, by } }], moment)
  if (caller === null) return // The log is of keys; the event tells of the customer.
  await recordAudit(
    tx,
    caller,
    {
      action: type,
      accountId: policy.insurerId,
      livemode: policy.livemode,
      subjectId: policy.id,
      before: { state: before?.state ?? 'scheduled' },
      after: { state, ...told },
    },
    moment,
  )
}
