import {
  type AccountId,
  type Clock,
  type ClockId,
  type ProductId,
  type ProductVersionId,
  type Refusal,
  isId,
  mintId,
  timestamp,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueueLast } from '../jobs/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { advanceJobKey } from './advance-clock.ts'
import {
  insertClock,
  selectClock,
  selectClocksOf,
  updateAdvancing,
  updatePublished,
} from './clock-store.ts'
import {
  clockAdvancing,
  clockNeedsTestKey,
  clockNotFound,
  clockOutOfReach,
  clockTurnedBack,
} from './reasons.ts'
import type { OnClock, TestClock } from './test-clock.ts'

/** The largest distance of a clock from real time, either way. */
const reachYears = 30

export async function createClock(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  request: { readonly at: Temporal.Instant },
  replay: ReplayWriter<TestClock> | null,
): Promise<TestClock> {
  if (caller.livemode) throw clockNeedsTestKey()
  const now = deps.clock()
  assertInReach('at', request.at, now)
  const clock: TestClock = {
    id: mintId('clk', now),
    accountId: caller.account.id,
    state: 'ready',
    at: kept(request.at),
    target: null,
    failure: null,
    published: {},
    createdAt: now,
  }
  await deps.db.transaction(async (tx) => {
    await insertClock(tx, clock)
    await recordAudit(
      tx,
      caller,
      {
        action: 'clock.created',
        livemode: false,
        subjectId: clock.id,
        before: null,
        after: { at: timestamp(clock.at) },
      },
      now,
    )
    await completeReservation(tx, replay, clock)
  })
  return clock
}

/** Begins to advance a clock; a job runs what falls due until then. */
export async function requestAdvance(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  request: { readonly id: string; readonly to: Temporal.Instant },
  replay: ReplayWriter<TestClock> | null,
): Promise<TestClock> {
  const clock = await findClock(deps.db, caller, request.id)
  const now = deps.clock()
  assertInReach('to', request.to, now)
  const target = kept(request.to)
  return deps.db.transaction(async (tx) => {
    if (!(await updateAdvancing(tx, clock.id, target))) {
      const found = await findClock(tx, caller, request.id)
      throw refusalOfClock(found) ?? clockTurnedBack(timestamp(found.at))
    }
    const advancing = await findClock(tx, caller, request.id)
    await enqueueLast(tx, 'advance_clock', advanceJobKey(clock.id), { clockId: clock.id })
    await recordAudit(
      tx,
      caller,
      {
        action: 'clock.advanced',
        livemode: false,
        subjectId: clock.id,
        before: { at: timestamp(advancing.at) },
        after: { to: timestamp(target) },
      },
      now,
    )
    await completeReservation(tx, replay, advancing)
    return advancing
  })
}

/**
 * Publishes a version, perhaps a draft, on one clock only: policies on that clock renew with it as
 * the newest version, and nobody else sees it.
 */
export async function publishOnClock(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  request: {
    readonly id: string
    readonly productId: ProductId
    readonly versionId: ProductVersionId
  },
  replay: ReplayWriter<TestClock> | null,
): Promise<TestClock> {
  const clock = await findClock(deps.db, caller, request.id)
  const { productId, versionId } = request
  return deps.db.transaction(async (tx) => {
    if (!(await updatePublished(tx, clock.id, request))) throw clockAdvancing(clock.id)
    const after = { ...clock, published: { ...clock.published, [productId]: versionId } }
    await recordAudit(
      tx,
      caller,
      {
        action: 'clock.published',
        livemode: false,
        subjectId: clock.id,
        before: { product_version_id: clock.published[productId] ?? null },
        after: { product_version_id: versionId },
      },
      deps.clock(),
    )
    await completeReservation(tx, replay, after)
    return after
  })
}

/** Why a clock cannot be changed now; null if it can. */
export function refusalOfClock({ id, state }: TestClock): Refusal | null {
  return state === 'advancing' ? clockAdvancing(id) : null
}

/** Which version of a product is published on a clock alone; null where none is. */
export async function publishedOn(
  db: Queryable,
  { clockId, productId }: OnClock & { readonly productId: ProductId },
): Promise<ProductVersionId | null> {
  const clock = clockId === null ? undefined : await selectClock(db, clockId)
  return clock?.published[productId] ?? null
}

export async function listClocks(db: Queryable, caller: Caller): Promise<TestClock[]> {
  return caller.livemode ? [] : selectClocksOf(db, caller.account.id)
}

/** The clock, if it is the caller's own; otherwise it is not found. */
export async function findClock(db: Queryable, caller: Caller, id: string): Promise<TestClock> {
  const clock = caller.livemode ? undefined : await lookUp(db, id, caller.account.id)
  if (clock === undefined) throw clockNotFound(id)
  return clock
}

/** The clock of a sale, which must belong to the insurer of the product. */
export async function clockForSale(
  db: Queryable,
  caller: Pick<Caller, 'livemode'>,
  id: string,
  insurerId: AccountId,
): Promise<ClockId> {
  if (caller.livemode) throw clockNeedsTestKey()
  const clock = await lookUp(db, id, insurerId)
  if (clock === undefined) throw clockNotFound(id)
  return clock.id
}

/** A text that is no clock id is not found, without a query. */
async function lookUp(
  db: Queryable,
  id: string,
  accountId: AccountId,
): Promise<TestClock | undefined> {
  const clock = isId('clk', id) ? await selectClock(db, id) : undefined
  return clock?.accountId === accountId ? clock : undefined
}

function assertInReach(field: 'at' | 'to', moment: Temporal.Instant, now: Temporal.Instant): void {
  const today = now.toZonedDateTimeISO('UTC')
  const first = today.subtract({ years: reachYears }).toInstant()
  const last = today.add({ years: reachYears }).toInstant()
  const isEarly = Temporal.Instant.compare(moment, first) < 0
  const isLate = Temporal.Instant.compare(moment, last) > 0
  if (isEarly || isLate) throw clockOutOfReach(field, timestamp(first), timestamp(last))
}

/** Rounded to microseconds, as the database stores it. */
function kept(moment: Temporal.Instant): Temporal.Instant {
  return moment.round({ smallestUnit: 'microsecond', roundingMode: 'trunc' })
}
