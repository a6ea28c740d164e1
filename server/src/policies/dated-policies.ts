import { type Moment, startOfDay } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { OwnDate, DatedPolicies } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { arrearsMoved } from '../ledger/index.ts'
import { lastDayAsSold } from './policy.ts'
import { rewriteSnapshot } from './rewrite-snapshot.ts'
import {
  type HeldLifetime,
  lockIfFree,
  selectDatedOn,
  selectEnding,
  selectHeldLifetime,
  selectLapsing,
  selectOutdated,
  selectPoliciesOn,
  selectToBeRenewed,
  updateExpired,
  updateNoticed,
} from './due-store.ts'

/**
 * The deadlines of policies, for the job that runs due deadlines. When an offer lapses, a policy ends
 * or renews, or another segment begins to hold is stored in the row of the policy. Views do not wait
 * for the job: `statusAt` says `expired`, and `policyAt` shows the new segment, from the first moment
 * on. Lists and searches do wait.
 */
export function openDatedPolicies(db: Database): DatedPolicies {
  const look: DatedPolicies['look'] = async (tx, policyId) => {
    const policy = await selectHeldLifetime(tx, policyId)
    return policy === undefined || policy.isLocked ? undefined : { ownDate: ownDateOf(policy) }
  }
  return {
    listings: [
      (asked) => selectLapsing(db, asked),
      (asked) => selectEnding(db, asked),
      (asked) => selectOutdated(db, asked),
      (asked) => selectToBeRenewed(db, asked),
    ],
    datedOn: (clockId, limit) => selectDatedOn(db, clockId, limit),
    policiesOn: (clockId) => selectPoliciesOn(db, clockId),
    async hold(tx, policyId) {
      // The lock comes first: the policy must be read after it is locked.
      const [locked, held] = await Promise.all([lockIfFree(tx, policyId), look(tx, policyId)])
      return locked ? held : undefined
    },
    look,
  }
}

/** The earliest deadline in the row of the policy. */
function ownDateOf(policy: HeldLifetime): OwnDate | null {
  const dates = [endOf(policy), cutOf(policy), noticeOf(policy)].filter((date) => date !== null)
  const [first] = dates.toSorted((one, other) => Temporal.Instant.compare(one.dueAt, other.dueAt))
  return first ?? null
}

function cutOf({ id, holdsUntil }: HeldLifetime): OwnDate | null {
  if (holdsUntil === null) return null
  return { dueAt: holdsUntil, carryOut: (tx, { now }) => rewriteSnapshot(tx, id, now) }
}

function endOf(policy: HeldLifetime): OwnDate | null {
  if (policy.status === 'ready') {
    return { dueAt: policy.offerExpiresAt, carryOut: (tx, moment) => expire(tx, policy, moment) }
  }
  const lastDay = lastDayAsSold(policy)
  if (policy.status === 'paid' && lastDay !== null && !policy.renews) {
    const dueAt = startOfDay(lastDay.add({ days: 1 }), policy.timeZone)
    return { dueAt, carryOut: (tx, moment) => expire(tx, policy, moment) }
  }
  return null
}

/** The next term is to be priced, which takes longer than a policy may be held: a job does it. */
function noticeOf({ id, status, versionId, renewalNoticeAt }: HeldLifetime): OwnDate | null {
  if (status !== 'paid' || renewalNoticeAt === null) return null
  return {
    dueAt: renewalNoticeAt,
    carryOut: async (tx) => {
      await updateNoticed(tx, id)
      await enqueue(tx, 'price_renewal', { policyId: id, versionId })
    },
  }
}

async function expire(
  tx: Parameters<OwnDate['carryOut']>[0],
  policy: HeldLifetime,
  moment: Moment,
): Promise<void> {
  const type = policy.status === 'ready' ? 'offer.expired' : 'policy.expired'
  await Promise.all([
    updateExpired(tx, policy.id),
    recordEvents(tx, [{ type, about: policy, data: { status: 'expired' } }], moment),
    // The policy has ended, so dunning has no cover left to end.
    policy.status === 'paid' && arrearsMoved(tx, policy, moment),
  ])
}
