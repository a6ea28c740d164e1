import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Moment, PolicyId } from '../kernel/index.ts'
import {
  type Database,
  type Transaction,
  isDatabaseAway,
  isLockTimeout,
} from '../database/index.ts'
import type {
  Afterwards,
  Candidate,
  Deadline,
  Duties,
  Listing,
  OwnDate,
  PolicyPortfolio,
} from './deadline.ts'
import {
  type Failure,
  deleteFailure,
  selectDue,
  selectFailures,
  selectNextDeadline,
  updateDone,
  upsertFailure,
} from './deadline-store.ts'

export interface DeadlineDeps {
  readonly db: Database
  readonly clock: Clock
  readonly portfolio: PolicyPortfolio
  readonly duties: Duties
  /** Whether somebody waits for an answer just now, of whichever process. */
  readonly isAnybodyServed: () => boolean
  /** Hears of what could not be done, and will be tried again. */
  readonly onFailure: (failure: {
    readonly policyId: PolicyId
    readonly attempt: number
    readonly err: unknown
  }) => void
}

/** Of one policy, and committed. */
interface RunDue {
  /** False where the policy has to be left for now. */
  readonly isFree: boolean
  readonly afterwards: readonly Afterwards[]
}

const candidatesPerLook = 1_000
/**
 * So many policies share a transaction, and so many transactions are under way at once. While somebody
 * is served it is one of a few policies, and then a rest that is as many times as long; but not of what
 * is late, or a platform that always has customers would never be done.
 */
const policiesTogetherMax = 40
const policiesBesideCustomersMax = 4
const transactionsAtOnceMax = 2
const restShare = 2
const restMsMax = 1_000
const lateAfter = { hours: 1 }
/** What is not done then is left to the next run: a minute later it goes on. */
const runMsMax = 50_000

/** What a run is told on its way. */
export interface RunOrder {
  /** Asked between transactions: whether it goes on, with what is late or with what is not. */
  readonly goesOn: (isLate: boolean) => boolean
  /** Hears that there is more than one look finds, and whether that is late. */
  readonly onBacklog: (isLate: boolean) => void
}

/**
 * Does what is due of all policies, some in a transaction, and in their order what is due of one.
 * Several workers may do so at once: a policy that somebody else has at hand is left out. What fails
 * holds up nothing but its own policy, and is tried again after pauses that grow.
 */
export async function runDueDeadlines(
  deps: DeadlineDeps,
  order: RunOrder = wholeRun,
): Promise<void> {
  const until = deps.clock()
  const lateBefore = until.subtract(lateAfter)
  const endMs = performance.now() + runMsMax
  const goesOn = (isLate: boolean) => performance.now() < endMs && order.goesOn(isLate)
  const listings: Listing[] = [(asked) => selectDue(deps.db, asked), ...deps.portfolio.listings]
  for (const list of listings) {
    let after: Candidate | null = null
    let isMore: boolean
    do {
      const found: Candidate[] = await list({ until, lateBefore, after, limit: candidatesPerLook })
      after = found.at(-1) ?? null
      isMore = found.length === candidatesPerLook
      if (isMore) order.onBacklog(after?.isLate ?? false)
      await runAllDue(deps, found, until, goesOn)
    } while (isMore && goesOn(after?.isLate ?? false))
  }
}

const wholeRun: RunOrder = { goesOn: () => true, onBacklog: () => undefined }

async function runAllDue(
  deps: DeadlineDeps,
  candidates: readonly Candidate[],
  until: Temporal.Instant,
  goesOn: (isLate: boolean) => boolean,
): Promise<void> {
  const ids = [...new Set(candidates.map(({ policyId }) => policyId))]
  const failed = ids.length === 0 ? [] : await selectFailures(deps.db, ids)
  const failures = new Map(failed.map((failure) => [failure.policyId, failure]))
  const rest = shuffled(ids)
  const isLate = candidates.some((candidate) => candidate.isLate)
  const yields = () => !isLate && deps.isAnybodyServed()
  const nextIn = (lane: number) => {
    if (!goesOn(isLate)) return []
    if (!yields()) return rest.splice(-policiesTogetherMax)
    return lane === 0 ? rest.splice(-policiesBesideCustomersMax) : []
  }
  const lanes = Array.from({ length: transactionsAtOnceMax }, async (_, lane) => {
    for (let some = nextIn(lane); some.length > 0; some = nextIn(lane)) {
      const begunMs = performance.now()
      await runSomeDue(deps, some, failures, until)
      if (!yields()) continue
      await sleep(Math.min((performance.now() - begunMs) * restShare, restMsMax))
    }
  })
  await Promise.all(lanes)
}

/** Together; but each alone where one of them fails, and alone what has failed before. */
async function runSomeDue(
  deps: DeadlineDeps,
  ids: readonly PolicyId[],
  failures: ReadonlyMap<PolicyId, Failure>,
  until: Temporal.Instant,
): Promise<void> {
  const fresh = ids.filter((id) => !failures.has(id))
  const areDone = fresh.length > 1 && (await runDueTogether(deps, fresh, until))
  const alone = areDone ? ids.filter((id) => failures.has(id)) : ids
  for (const id of alone) await runOneDue(deps, id, failures.get(id), until)
}

/** False where nothing was done, because something of one of them failed. */
async function runDueTogether(
  deps: DeadlineDeps,
  ids: readonly PolicyId[],
  until: Temporal.Instant,
): Promise<boolean> {
  let done: { readonly policyId: PolicyId; readonly afterwards: readonly Afterwards[] }[]
  try {
    done = await deps.db.transactionOfMany(ids, async (tx, policyId) => {
      const { isFree, afterwards } = await runDuePolicy(tx, deps, policyId, trueTime(until))
      if (isFree) await deleteFailure(tx, policyId)
      return { policyId, afterwards }
    })
  } catch (error) {
    if (isDatabaseAway(error) && !isLockTimeout(error)) throw error
    return false
  }
  await Promise.all(
    done.map(({ policyId, afterwards }) => doAfterwards(deps, policyId, afterwards)),
  )
  return true
}

/** Workers that look at the same time begin at different policies. */
function shuffled(ids: readonly PolicyId[]): PolicyId[] {
  const keyed = ids.map((id) => [Math.random(), id] as const)
  return keyed.toSorted(([one], [other]) => one - other).map(([, id]) => id)
}

async function runOneDue(
  deps: DeadlineDeps,
  policyId: PolicyId,
  before: Failure | undefined,
  until: Temporal.Instant,
): Promise<void> {
  if (before !== undefined && Temporal.Instant.compare(before.retryAt, until) > 0) return
  try {
    const { afterwards } = await deps.db.transaction(async (tx) => {
      const done = await runDuePolicy(tx, deps, policyId, trueTime(until))
      // Another worker may have written one down meanwhile.
      if (done.isFree) await deleteFailure(tx, policyId)
      return done
    })
    await doAfterwards(deps, policyId, afterwards)
  } catch (error) {
    if (isDatabaseAway(error)) throw error // It is nobody's failure, and others would fare alike.
    const attempts = (before?.attempts ?? 0) + 1
    await recordFailure(deps, { policyId, attempts, error }, until)
    deps.onFailure({ policyId, attempt: attempts, err: error })
  }
}

/** What was to be done is done: that this fails is told, and seen to by whoever was written down for it. */
export async function doAfterwards(
  { onFailure }: Pick<DeadlineDeps, 'onFailure'>,
  policyId: PolicyId,
  afterwards: readonly Afterwards[],
): Promise<void> {
  for (const carryOn of afterwards) {
    try {
      await carryOn()
    } catch (error) {
      onFailure({ policyId, attempt: 1, err: error })
    }
  }
}

function trueTime(now: Temporal.Instant): Moment {
  return { now, real: now, clockId: null }
}

/** Where somebody else has done it by now, or is at it, there is nothing to write down. */
async function recordFailure(
  deps: DeadlineDeps,
  failed: { readonly policyId: PolicyId; readonly attempts: number; readonly error: unknown },
  until: Temporal.Instant,
): Promise<void> {
  const { policyId, attempts, error } = failed
  const reason = error instanceof Error ? error.message : String(error)
  const failedAt = deps.clock()
  const retryAt = failedAt.add({ minutes: pauseMinutes(attempts) })
  await deps.db.transaction(async (tx) => {
    const next = await holdNext(tx, deps, policyId, { until, isHeld: false })
    if (next === 'in use' || next === null) return
    await upsertFailure(tx, { policyId, attempts, reason, failedAt, retryAt })
  })
}

const pauseMinutesMax = 24 * 60

function pauseMinutes(attempts: number): number {
  return Math.min(2 ** (attempts - 1), pauseMinutesMax)
}

/** Does what is due of one policy, first what was due first, and tells what is left for after the commit. */
export async function runDuePolicy(
  tx: Transaction,
  deps: Pick<DeadlineDeps, 'portfolio' | 'duties'>,
  policyId: PolicyId,
  moment: Moment,
): Promise<RunDue> {
  const afterwards: Afterwards[] = []
  for (let isHeld = false; ; isHeld = true) {
    const next = await holdNext(tx, deps, policyId, { until: moment.now, isHeld })
    if (next === 'in use') return { isFree: false, afterwards }
    if (next === null) return { isFree: true, afterwards }
    if ('carryOut' in next) {
      await next.carryOut(tx, moment)
    } else {
      // Marked first: a duty may set its own deadline anew.
      const [, left] = await Promise.all([
        updateDone(tx, next, moment.now),
        deps.duties[next.kind](tx, next, moment),
      ])
      if (left !== undefined) afterwards.push(left)
    }
  }
}

/** Locks the policy, where it is free, and tells what is next of it, of what has come. */
async function holdNext(
  tx: Transaction,
  { portfolio }: Pick<DeadlineDeps, 'portfolio'>,
  policyId: PolicyId,
  { until, isHeld }: { readonly until: Temporal.Instant; readonly isHeld: boolean },
): Promise<OwnDate | Deadline | null | 'in use'> {
  // Sent together, and answered in this order: the policy is locked before anything is read.
  const [held, deadline] = await Promise.all([
    isHeld ? portfolio.look(tx, policyId) : portfolio.hold(tx, policyId),
    selectNextDeadline(tx, policyId, until),
  ])
  if (held === undefined) return 'in use'
  const { ownDate } = held
  const isReached = ownDate !== null && Temporal.Instant.compare(ownDate.dueAt, until) <= 0
  if (!isReached) return deadline ?? null
  if (deadline === undefined) return ownDate
  return Temporal.Instant.compare(ownDate.dueAt, deadline.dueAt) < 0 ? ownDate : deadline
}
