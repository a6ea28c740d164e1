import type { Clock, ClockId, Moment } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectClock, selectClockHeld, selectClocks } from './clock-store.ts'
import { clockAdvancing } from './reasons.ts'
import type { OnClock, TestClock } from './test-clock.ts'

/** The current moment for reads and background work: on the test clock, where there is one. */
export async function momentOf(db: Queryable, clock: Clock, thing: OnClock): Promise<Moment> {
  const real = clock()
  const { clockId } = thing
  if (clockId === null) return { now: real, real, clockId }
  const { at } = there(clockId, await selectClock(db, clockId))
  return { now: at, real, clockId }
}

/**
 * The moment of a request that changes something: refused while the clock is being advanced. In a
 * transaction the clock is locked until its end; otherwise the write checks it with
 * `clocksUnmoved`.
 */
export async function momentOfTransaction(
  db: Queryable,
  clock: Clock,
  thing: OnClock,
): Promise<Moment> {
  const real = clock()
  const { clockId } = thing
  if (clockId === null) return { now: real, real, clockId }
  const { at, state } = there(clockId, await selectClockHeld(db, clockId))
  if (state === 'advancing') throw clockAdvancing(clockId)
  return { now: at, real, clockId }
}

/** Refuses a transaction unless the clock still shows the moment of its decisions. */
export async function assertClockUnmoved(tx: Queryable, { clockId, now }: Moment): Promise<void> {
  if (clockId === null) return
  const { at, state } = there(clockId, await selectClockHeld(tx, clockId))
  if (state === 'advancing' || !at.equals(now)) throw clockAdvancing(clockId)
}

/** The moment for each of many clocks. */
export async function timesOf<Thing extends OnClock>(
  db: Queryable,
  clock: Clock,
  things: readonly Thing[],
): Promise<(thing: Thing) => Temporal.Instant> {
  const real = clock()
  const ids = new Set(things.flatMap(({ clockId }) => (clockId === null ? [] : [clockId])))
  const clocks = ids.size === 0 ? [] : await selectClocks(db, [...ids])
  const times = new Map(clocks.map(({ id, at }) => [id, at]))
  return ({ clockId }) => (clockId === null ? real : (times.get(clockId) ?? real))
}

function there(id: ClockId, clock: TestClock | undefined): TestClock {
  if (clock === undefined) throw new Error(`there is no clock ${id}`)
  return clock
}
