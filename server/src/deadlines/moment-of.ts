import type { Clock, ClockId, Moment } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectClock, selectClockHeld, selectClocks } from './clock-store.ts'
import { clockAdvancing } from './reasons.ts'
import type { OnClock, TestClock } from './test-clock.ts'

/** The moment at which something is looked at, or goes on by itself: on its clock, where it has one. */
export async function momentOf(db: Queryable, clock: Clock, thing: OnClock): Promise<Moment> {
  const real = clock()
  const { clockId } = thing
  if (clockId === null) return { now: real, real, clockId }
  const { at } = there(clockId, await selectClock(db, clockId))
  return { now: at, real, clockId }
}

/**
 * The moment of an order: refused while its clock is being advanced. In a transaction the clock
 * stands still until that ends; else what is written says so with `clocksStanding`.
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

/** For a transaction that writes what was decided on before it: the clock must still show that moment. */
export async function assertStanding(tx: Queryable, { clockId, now }: Moment): Promise<void> {
  if (clockId === null) return
  const { at, state } = there(clockId, await selectClockHeld(tx, clockId))
  if (state === 'advancing' || !at.equals(now)) throw clockAdvancing(clockId)
}

/** What time it is for each of many. */
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
