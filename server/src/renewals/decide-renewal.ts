import {
  type Clock,
  type Moment,
  type PlanId,
  type PolicyId,
  type Refusal,
  startOfDay,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { lockPolicies, updateTermEnd } from '../policies/index.ts'
import {
  assertAbout,
  openPreviewToken,
  previewOutdated,
  refusalOfAction,
} from '../policy-transactions/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type ChoosePlanDeps, type ChosenTerm, choosePlan } from './choose-plan.ts'
import { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
import {
  notOfferedYet,
  renewalAccepted,
  renewalDeclined,
  renewalNotPossible,
  renewalTooLate,
} from './reasons.ts'
import { type Renewal, unpriced } from './renewal.ts'
import { voidPending } from './endorsements/end-next-term.ts'
import { upsertRenewal } from './renewal-store.ts'
import { termDigest, termSums } from './term-promise.ts'

export interface DecideDeps extends ChoosePlanDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

export type Decision = 'accepted' | 'declined'

/** What an acceptance says about the next term. */
export interface Accepted {
  /** Tokens of previews that the next term must equal; none to take it as it was offered. */
  readonly previewTokens: readonly string[]
  /** The payment plan that is chosen for it; null for the one that is offered. */
  readonly planId: PlanId | null
}

/** Accepts or declines the next term, while there is time. Said again, it is the same decision. */
export async function decideRenewal(
  deps: DecideDeps,
  asker: Asker,
  policyId: PolicyId,
  decision: Decision,
  { previewTokens, planId }: Accepted = { previewTokens: [], planId: null },
): Promise<FoundRenewal> {
  const seen = planId === null ? null : await chooseFor(deps, asker, policyId, planId)
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const current = await findRenewal(tx, asker, policyId, deps.clock())
    const moment = await momentOfTransaction(tx, deps.clock, current.policy)
    if (seen !== null && !isUnchanged(current, seen.found)) throw notOfferedYet(policyId)
    const chosen = seen?.chosen ?? null
    const found = chosen === null ? current : { ...current, renewal: chosen.renewal }
    const decided = chosen === null ? decide(current, decision, moment) : accepted(chosen, moment)
    for (const token of previewTokens) await assertPromised(deps, tx, found, token, moment)
    if (decided === null) return found
    await chosen?.write(tx)
    await write(tx, asker, current, decided, moment)
    return { ...found, renewal: decided }
  })
}

/** The next term with the chosen plan, if it can be accepted; nothing is chosen that was accepted before. */
async function chooseFor(
  deps: DecideDeps,
  asker: Asker,
  policyId: PolicyId,
  planId: PlanId,
): Promise<{ readonly found: FoundRenewal; readonly chosen: ChosenTerm | null }> {
  const found = await findRenewal(deps.db, asker, policyId, deps.clock())
  const moment = await momentOfTransaction(deps.db, deps.clock, found.policy)
  const refusal = refusalOfDecision(found, 'accepted', moment.now)
  if (refusal !== null) throw refusal
  if (found.renewal?.planId === planId) return { found, chosen: null }
  return { found, chosen: await choosePlan(deps, found, planId, moment) }
}

function isUnchanged(current: FoundRenewal, seen: FoundRenewal): boolean {
  return (
    current.policy.versionId === seen.policy.versionId &&
    current.renewal?.state === seen.renewal?.state &&
    current.renewal?.quoteId === seen.renewal?.quoteId
  )
}

function accepted({ renewal }: ChosenTerm, { now }: Moment): Renewal {
  return { ...renewal, state: 'accepted', decidedAt: now }
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
function decide(found: FoundRenewal, decision: Decision, { now }: Moment): Renewal | null {
  if (found.renewal?.state === decision) return null
  const refusal = refusalOfDecision(found, decision, now)
  if (refusal !== null) throw refusal
  const { policy, firstDay, renewal } = found
  const isUnpriceable = renewal?.state === 'blocked' || renewal?.state === 'knocked_out'
  return {
    ...(renewal ?? unpriced(policy, firstDay)),
    ...(isUnpriceable && { problems: [] }),
    decidedAt: now,
    decidedBy: null,
    state: decision,
  }
}

/** Why a renewal cannot be decided so now; null if it can, or was decided so before. */
export function refusalOfDecision(
  { policy, firstDay, renewal }: FoundRenewal,
  decision: Decision,
  now: Temporal.Instant,
): Refusal | null {
  if (renewal?.state === decision) return null
  const closed = refusalOfAction('renewal', policy, now)
  if (closed !== null) return closed
  const { id } = policy
  const isAccepted = decision === 'accepted'
  const begins = startOfDay(firstDay, policy.timeZone)
  if (Temporal.Instant.compare(begins, now) <= 0) return renewalTooLate(id, firstDay.toString())
  switch (renewal?.state) {
    case undefined:
    case 'scheduled':
    case 'voided':
      return isAccepted ? notOfferedYet(id) : null
    case 'offered':
      return isAccepted && renewal.basedOn !== policy.versionId ? notOfferedYet(id) : null
    case 'blocked':
    case 'knocked_out':
      return isAccepted ? renewalNotPossible(id, renewal.state) : null
    case 'accepted':
      return renewalAccepted(id)
    case 'declined':
      return renewalDeclined(id)
    case 'done':
      return renewalTooLate(id, firstDay.toString())
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
  const { firstDay, paymentAfter, planId } = decided
  const state = decided.state === 'accepted' ? 'accepted' : 'declined'
  await upsertRenewal(tx, { ...decided, decidedBy: caller?.account.id ?? null }, policy)
  const { termLastDay } = policy
  const renews = state === 'accepted'
  await updateTermEnd(tx, policy.id, { termLastDay, renews, renewalNoticeAt: null })
  const decision = { first_day: firstDay.toString(), gross_payment_amount: paymentAfter }
  const type = `renewal.${state}` as const
  const by = caller === null ? ('customer' as const) : caller.account.kind
  const data = { ...decision, subscription_plan_id: planId, by }
  await recordEvents(tx, [{ type, about: policy, data }], moment)
  if (state === 'declined') await voidPending(tx, policy, firstDay, 'declined', moment)
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
      after: { state, ...decision, subscription_plan_id: planId },
    },
    moment,
  )
}
