import { type Clock, type Moment, type PolicyId, startOfDay } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { lockPolicies, updateTermEnd } from '../policies/index.ts'
import {
  assertAbout,
  assertActionAllowed,
  openPreviewToken,
  previewOutdated,
} from '../policy-transactions/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
import {
  notOfferedYet,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalTooLate,
} from './reasons.ts'
import { type Renewal, unpriced } from './renewal.ts'
import { upsertRenewal } from './renewal-store.ts'
import { termDigest, termSums } from './term-promise.ts'

export interface DecideDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

export type Decision = 'accepted' | 'declined'

/** Accepts or declines the next term, while there is time. Said again, it is the same decision. */
export async function decideRenewal(
  deps: DecideDeps,
  asker: Asker,
  policyId: PolicyId,
  decision: Decision,
  /** The token of a preview that the next term must equal; null to take it as it was offered. */
  previewToken: string | null = null,
): Promise<FoundRenewal> {
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const found = await findRenewal(tx, asker, policyId, deps.clock())
    const moment = await momentOfTransaction(tx, deps.clock, found.policy)
    const decided = decide(found, decision, moment)
    if (previewToken !== null) await assertPromised(deps, tx, found, previewToken, moment)
    if (decided === null) return found
    await write(tx, asker, found, decided, moment)
    return { ...found, renewal: decided }
  })
}

/** Refuses the acceptance of a term that differs from the previewed one. */
async function assertPromised(
  { keyRing }: Pick<DecideDeps, 'keyRing'>,
  tx: Transaction,
  { policy, renewal }: FoundRenewal,
  token: string,
  { now }: Moment,
): Promise<void> {
  if (renewal === null) throw notOfferedYet(policy.id)
  const promise = openPreviewToken(keyRing, token)
  assertAbout(promise, policy, termDigest(renewal), now)
  const [quote] = renewal.quoteId === null ? [] : await selectQuotes(tx, [renewal.quoteId])
  if (promise.sums !== termSums(renewal, quote ?? null)) throw previewOutdated(policy.id)
}

/** What becomes of the renewal; null where it was decided so before. */
function decide(
  { policy, firstDay, renewal }: FoundRenewal,
  decision: Decision,
  { now }: Moment,
): Renewal | null {
  if (renewal?.state === decision) return null
  assertActionAllowed('renewal', policy, now)
  const { id } = policy
  const begins = startOfDay(firstDay, policy.timeZone)
  if (Temporal.Instant.compare(begins, now) <= 0) throw renewalTooLate(id, firstDay.toString())
  const decided = { decidedAt: now, decidedBy: null }
  switch (renewal?.state) {
    case undefined:
    case 'scheduled':
    case 'voided':
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
  const decision = { first_day: firstDay.toString(), gross_payment_amount: paymentAfter }
  const type = `renewal.${state}` as const
  const by = caller === null ? 'customer' : caller.account.kind
  await recordEvents(tx, [{ type, about: policy, data: { ...decision, by } }], moment)
  if (caller === null) return // The audit log is of keys; the event records the customer.
  await recordAudit(
    tx,
    caller,
    {
      action: type,
      accountId: policy.insurerId,
      livemode: policy.livemode,
      subjectId: policy.id,
      before: { state: before?.state ?? 'scheduled' },
      after: { state, ...decision },
    },
    moment,
  )
}
