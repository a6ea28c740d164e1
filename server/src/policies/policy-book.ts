import { startOfDay } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { OwnDate, PolicyBook } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import {
  type HeldLifetime,
  lockIfFree,
  selectEnding,
  selectHeldLifetime,
  selectLapsing,
  updateExpired,
} from './due-store.ts'

/**
 * What policies tell those who work off deadlines. That an offer lapses and a policy ends stands in
 * its own row. Views do not wait for this: `statusAt` says `expired` from the first moment on.
 */
export function openPolicyBook(db: Database): PolicyBook {
  return {
    listings: [(asked) => selectLapsing(db, asked), (asked) => selectEnding(db, asked)],
    async hold(tx, policyId) {
      // In this order: what is read has to be read after the lock is there.
      const [locked, policy] = await Promise.all([
        lockIfFree(tx, policyId),
        selectHeldLifetime(tx, policyId),
      ])
      if (!locked || policy === undefined || policy.isLocked) return undefined
      return { ownDate: ownDateOf(policy) }
    },
  }
}

function ownDateOf(policy: HeldLifetime): OwnDate | null {
  if (policy.status === 'ready') {
    return { dueAt: policy.offerExpiresAt, carryOut: (tx, now) => expire(tx, policy, now) }
  }
  if (policy.status === 'paid' && policy.endDay !== null) {
    const dueAt = startOfDay(policy.endDay.add({ days: 1 }), policy.timeZone)
    return { dueAt, carryOut: (tx, now) => expire(tx, policy, now) }
  }
  return null
}

async function expire(
  tx: Parameters<OwnDate['carryOut']>[0],
  policy: HeldLifetime,
  now: Temporal.Instant,
): Promise<void> {
  const type = policy.status === 'ready' ? 'offer.expired' : 'policy.expired'
  await Promise.all([
    updateExpired(tx, policy.id),
    recordEvents(tx, [{ type, about: policy, data: { status: 'expired' } }], now),
  ])
}
