import {
  type Clock,
  type DunningCaseId,
  type Moment,
  type PolicyId,
  type ProductId,
  type Refusal,
  invalidData,
  isId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction, selectClockMoments } from '../deadlines/index.ts'
import { type EventType, recordEvents } from '../events/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import { enqueue, enqueueAll } from '../jobs/index.ts'
import { findPolicy, isOfSeenPolicy, lockPolicies } from '../policies/index.ts'
import { findProduct } from '../products/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { selectOpenCasesOf } from './case-store.ts'
import type { DunningHold } from './dunning-hold.ts'
import { insertHold, selectHold, updateReleased } from './hold-store.ts'
import { holdNotFound, holdReleased } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

const holdDaysMax = 366

/** Pauses dunning until a day is over: of one policy, or of all policies of a product. */
export async function holdDunning(
  deps: Deps,
  request: {
    readonly caller: Caller
    readonly of: { readonly policyId: string } | { readonly productId: string }
    readonly until: Temporal.PlainDate
    readonly reason: string
  },
  replay: ReplayWriter<DunningHold> | null,
): Promise<DunningHold> {
  const { caller, of, until, reason } = request
  return onHeld(deps, caller, of, async (tx, held, moment) => {
    assertSoon(until, held)
    const hold: DunningHold = {
      id: mintId('dnh', moment),
      insurerId: caller.account.id,
      livemode: caller.livemode,
      policyId: held.policyId,
      productId: held.productId,
      reason,
      until,
      createdAt: moment.now,
      createdBy: caller.account.id,
      releasedAt: null,
    }
    await insertHold(tx, hold)
    await recordHoldEvent(tx, caller, 'dunning.held', hold, moment)
    await completeReservation(tx, replay, hold)
    return hold
  })
}

/** Ends a hold before its day: the waiting cases are checked now. */
export async function releaseHold(
  deps: Deps,
  request: { readonly caller: Caller; readonly holdId: string },
  replay: ReplayWriter<DunningHold> | null,
): Promise<DunningHold> {
  const { caller } = request
  const found = await findHold(deps.db, caller, request.holdId)
  const { policyId, productId, livemode } = found
  const of = policyId === null ? { productId: productId ?? '' } : { policyId }
  return onHeld(deps, caller, of, async (tx, _held, moment) => {
    const released = { ...found, releasedAt: moment.now }
    const isFirst = await updateReleased(tx, found.id, moment.now)
    const refusal = isFirst ? null : refusalOfRelease(released)
    if (refusal !== null) throw refusal
    await recordHoldEvent(tx, caller, 'dunning.released', released, moment)
    if (policyId !== null) await enqueue(tx, 'pursue_arrears', { policyId })
    if (productId !== null) await enqueue(tx, 'resume_dunning', { productId, livemode })
    await completeReservation(tx, replay, released)
    return released
  })
}

/** Why a hold cannot be released; null if it can. */
export function refusalOfRelease({ id, releasedAt }: DunningHold): Refusal | null {
  return releasedAt === null ? null : holdReleased(id)
}

const casesPerJob = 500

/** The job after a product was held: has its cases looked at, some at a time. */
export async function resumeDunning(
  db: Database,
  request: {
    readonly productId: ProductId
    readonly livemode: boolean
    readonly after?: DunningCaseId
  },
): Promise<void> {
  const cases = await selectOpenCasesOf(db, request, request.after ?? null, casesPerJob)
  const last = cases.at(-1)
  if (last === undefined) return
  await db.transaction(async (tx) => {
    const jobs = cases.map(({ policyId }) => {
      return { key: `arrears ${policyId}`, payload: { policyId } }
    })
    await enqueueAll(tx, 'pursue_arrears', jobs)
    await enqueue(tx, 'resume_dunning', { ...request, after: last.id })
  })
}

/** What is held, in a transaction that has it locked where it is a policy. */
interface Held {
  readonly policyId: PolicyId | null
  readonly productId: ProductId | null
  /** Today; policies of a product that are on test clocks have others. */
  readonly today: { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate }
}

async function onHeld<Result>(
  { db, clock }: Deps,
  caller: Caller,
  of: { readonly policyId: string } | { readonly productId: string },
  work: (tx: Transaction, held: Held, moment: Moment) => Promise<Result>,
): Promise<Result> {
  if ('policyId' in of) {
    const { id } = await findPolicy(db, caller, of.policyId, clock())
    return db.transactionOn(id, async (tx) => {
      await lockPolicies(tx, [id])
      const policy = await findPolicy(tx, caller, id, clock())
      const moment = await momentOfTransaction(tx, clock, policy)
      const today = todayIn(policy.timeZone, moment.now)
      return work(
        tx,
        { policyId: id, productId: null, today: { first: today, last: today } },
        moment,
      )
    })
  }
  const { id: productId } = await findProduct(db, caller, of.productId)
  const real = clock()
  const shown = caller.livemode ? [] : await selectClockMoments(db, caller.account.id)
  const days = [real, ...shown]
    .map((moment) => todayIn('UTC', moment))
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const today = {
    first: days[0] ?? todayIn('UTC', real),
    last: days.at(-1) ?? todayIn('UTC', real),
  }
  const held = { policyId: null, productId, today }
  return db.transaction((tx) => work(tx, held, { now: real, real, clockId: null }))
}

function assertSoon(until: Temporal.PlainDate, { today }: Held): void {
  const last = today.last.add({ days: holdDaysMax })
  if (Temporal.PlainDate.compare(until, today.first) < 0)
    throw misdated('after_or_equal', today.first)
  if (Temporal.PlainDate.compare(until, last) > 0) throw misdated('before_or_equal', last)
}

function misdated(rule: 'after_or_equal' | 'before_or_equal', day: Temporal.PlainDate) {
  const params = { [rule]: [day.toString()] }
  return invalidData([{ code: 'invalid_value', field: 'until', rules: [rule], params }], null)
}

async function findHold(db: Database, caller: Caller, id: string): Promise<DunningHold> {
  const hold = isId('dnh', id) ? await selectHold(db, id) : undefined
  const isItsOwn = hold?.insurerId === caller.account.id && hold.livemode === caller.livemode
  if (hold === undefined || !isItsOwn || !(await isHeldSeen(db, caller, hold))) {
    throw holdNotFound(id)
  }
  return hold
}

/** A hold of a product concerns all who sell it. */
async function isHeldSeen(
  db: Database,
  caller: Caller,
  { policyId, productId }: DunningHold,
): Promise<boolean> {
  if (policyId !== null) return isOfSeenPolicy(db, caller, policyId)
  return isWithin(caller.limits, { productId: productId ?? '', distributorId: null })
}

async function recordHoldEvent(
  tx: Transaction,
  caller: Caller,
  type: Extract<EventType, 'dunning.held' | 'dunning.released'>,
  hold: DunningHold,
  moment: Moment,
): Promise<void> {
  const { id, insurerId, livemode, policyId, productId } = hold
  const until = hold.until.toString()
  const whose: { product_id: string } | { policy_id: string } =
    policyId === null ? { product_id: productId ?? '' } : { policy_id: policyId }
  const about = { id, livemode, insurerId, distributorId: null, ...(policyId && { policyId }) }
  await recordEvents(tx, [{ type, about, data: { ...whose, until } }], moment)
  await recordAudit(
    tx,
    caller,
    {
      action: type,
      accountId: insurerId,
      livemode,
      subjectId: id,
      before: type === 'dunning.held' ? null : { until },
      after: type === 'dunning.held' ? { ...whose, until, reason: hold.reason } : { until: null },
    },
    moment,
  )
}
