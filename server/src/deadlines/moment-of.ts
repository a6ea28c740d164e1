import type { Clock, ClockId, Moment } from '../kernel/index.ts'
import type { Finder, Queryable } from '../database/index.ts'
import {
  type ShownTime,
  selectClockHeld,
  selectTimeHeld,
  selectTimeOf,
  selectTimesOf,
} from './clock-store.ts'
import { clockAdvancing } from './reasons.ts'
import type { OnClock, PolicyOnClock } from './test-clock.ts'

/**
 * The current moment of a policy, for reads and background work: on its test clock, where it has
 * one. While the clock advances, the policy may be ahead of it: see `advanceClock`.
 */
export async function momentOf(
  db: Pick<Finder, 'list'>,
  clock: Clock,
  policy: PolicyOnClock,
): Promise<Moment> {
  const real = clock()
  const { clockId } = policy
  if (clockId === null) return { now: real, real, clockId }
  const { at } = there(clockId, await selectTimeOf(db, policy.id, clockId))
  return { now: at, real, clockId }
}

/**
 * The moment of a request that changes a policy: refused while the clock is being advanced. In a
 * transaction the clock is locked until its end; otherwise the write checks it with
 * `clocksUnmoved`.
 */
export async function momentOfTransaction(
  db: Queryable,
  clock: Clock,
  { id, clockId }: PolicyOnClock,
): Promise<Moment> {
  const real = clock()
  if (clockId === null) return { now: real, real, clockId }
  return standing(real, clockId, await selectTimeHeld(db, id, clockId))
}

/** The same for a sale, before there is a policy. */
export async function momentOfSale(
  db: Queryable,
  clock: Clock,
  { clockId }: OnClock,
): Promise<Moment> {
  const real = clock()
  if (clockId === null) return { now: real, real, clockId }
  return standing(real, clockId, await selectClockHeld(db, clockId))
}

function standing(real: Temporal.Instant, clockId: ClockId, shown: ShownTime | undefined): Moment {
  const { at, state } = there(clockId, shown)
  if (state === 'advancing') throw clockAdvancing(clockId)
  return { now: at, real, clockId }
}

/** Refuses a transaction unless the clock has not passed the moment of its decisions. */
export async function assertClockUnmoved(tx: Queryable, { clockId, now }: Moment): Promise<void> {
  if (clockId === null) return
  const { at, state } = there(clockId, await selectClockHeld(tx, clockId))
  const hasPassed = Temporal.Instant.compare(at, now) > 0
  if (state === 'advancing' || hasPassed) throw clockAdvancing(clockId)
}

/** The moment of each of many policies. */
export async function timesOf(
  db: Queryable,
  clock: Clock,
  policies: readonly PolicyOnClock[],
): Promise<(policy: PolicyOnClock) => Temporal.Instant> {
  const real = clock()
  const onClocks = policies.filter(({ clockId }) => clockId !== null)
  const found = onClocks.length === 0 ? [] : await selectTimesOf(db, onClocks)
  const times = new Map(found.map(({ policyId, at }) => [policyId, at]))
  return ({ id }) => times.get(id) ?? real
}

function there(id: ClockId, shown: ShownTime | undefined): ShownTime {
  if (shown === undefined) throw new Error(`there is no clock ${id}`)
  return shown
}
