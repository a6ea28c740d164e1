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
  DatedPolicies,
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
  readonly portfolio: DatedPolicies
  readonly duties: Duties
  /** Whether any process is answering a request now. */
  readonly isAnybodyServed: () => boolean
  /** Called with a failure, which will be tried again. */
  readonly onFailure: (failure: {
    readonly policyId: PolicyId
    readonly attempt: number
    readonly err: unknown
  }) => void
}

/** The committed result for one policy. */
interface RunDue {
  /** False where the policy has to be left for now. */
  readonly isFree: boolean
  readonly afterwards: readonly Afterwards[]
  /** What comes later; null where nothing does, or where the policy was left. */
  readonly next: OwnDate | Deadline | null
}

const candidatesPerLook = 1_000
/**
 * How many policies share a transaction, and how many transactions run at once. While requests are
 * answered there is one transaction of a few policies at a time, followed by a rest many times as
 * long. Late work does not rest: otherwise a busy platform would never finish it.
 */
const policiesPerTransactionMax = 40
const policiesBesideCustomersMax = 4
const transactionsAtOnceMax = 2
const restShare = 2
const restMsMax = 1_000
const lateAfter = { hours: 1 }
/** The next run, a minute later, continues with the rest. */
const runMsMax = 50_000

/** How a run is steered while it goes on. */
export interface RunOptions {
  /** Asked between transactions: whether the run continues, with late work or with other work. */
  readonly goesOn: (isLate: boolean) => boolean
  /** Called when there is more work than one look finds. */
  readonly onBacklog: (isLate: boolean) => void
}

/**
 * Runs what is due for all policies, several policies in a transaction, and each policy's deadlines
 * in sequence. Several workers may do so at once: a policy locked by another is left out. A failure
 * delays only its own policy, and is tried again with growing pauses.
 */
export async function runDueDeadlines(
  deps: DeadlineDeps,
  options: RunOptions = wholeRun,
): Promise<void> {
  const until = deps.clock()
  const lateBefore = until.subtract(lateAfter)
  const endMs = performance.now() + runMsMax
  const goesOn = (isLate: boolean) => performance.now() < endMs && options.goesOn(isLate)
  const listings: Listing[] = [(asked) => selectDue(deps.db, asked), ...deps.portfolio.listings]
  for (const list of listings) {
    let after: Candidate | null = null
    let isMore: boolean
    do {
      const found: Candidate[] = await list({ until, lateBefore, after, limit: candidatesPerLook })
      after = found.at(-1) ?? null
      isMore = found.length === candidatesPerLook
      if (isMore) options.onBacklog(after?.isLate ?? false)
      await runAllDue(deps, found, until, goesOn)
    } while (isMore && goesOn(after?.isLate ?? false))
  }
}

const wholeRun: RunOptions = { goesOn: () => true, onBacklog: () => undefined }

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
  const nextIn = (slot: number) => {
    if (!goesOn(isLate)) return []
    if (!yields()) return rest.splice(-policiesPerTransactionMax)
    return slot === 0 ? rest.splice(-policiesBesideCustomersMax) : []
  }
  const transactions = Array.from({ length: transactionsAtOnceMax }, async (_, slot) => {
    for (let some = nextIn(slot); some.length > 0; some = nextIn(slot)) {
      const begunMs = performance.now()
      await runSomeDue(deps, some, failures, until)
      if (!yields()) continue
      await sleep(Math.min((performance.now() - begunMs) * restShare, restMsMax))
    }
  })
  await Promise.all(transactions)
}

/** Policies in one transaction; each alone where one fails, or where it has failed before. */
async function runSomeDue(
  deps: DeadlineDeps,
  ids: readonly PolicyId[],
  failures: ReadonlyMap<PolicyId, Failure>,
  until: Temporal.Instant,
): Promise<void> {
  const fresh = ids.filter((id) => !failures.has(id))
  const areDone = fresh.length > 1 && (await runDueInOneTransaction(deps, fresh, until))
  const alone = areDone ? ids.filter((id) => failures.has(id)) : ids
  for (const id of alone) await runOneDue(deps, id, failures.get(id), until)
}

/** False where nothing was done, because one of the policies failed. */
async function runDueInOneTransaction(
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
      // Another worker may have recorded one meanwhile.
      if (done.isFree) await deleteFailure(tx, policyId)
      return done
    })
    await doAfterwards(deps, policyId, afterwards)
  } catch (error) {
    if (isDatabaseAway(error)) throw error // Not a failure of the policy: all others would fail too.
    const attempts = (before?.attempts ?? 0) + 1
    await recordFailure(deps, { policyId, attempts, error }, until)
    deps.onFailure({ policyId, attempt: attempts, err: error })
  }
}

/** The duty is committed: a failure of the work after it is reported, and a job does it later. */
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

/** Records a failure, unless another worker has run the deadline or is running it. */
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
    const next = await holdNext(tx, deps, policyId, false)
    if (next === 'in use' || !isDue(next, until)) return
    await upsertFailure(tx, { policyId, attempts, reason, failedAt, retryAt })
  })
}

const pauseMinutesMax = 24 * 60

function pauseMinutes(attempts: number): number {
  return Math.min(2 ** (attempts - 1), pauseMinutesMax)
}

/** Runs what is due for one policy, oldest first; returns the work for after the commit. */
export async function runDuePolicy(
  tx: Transaction,
  deps: Pick<DeadlineDeps, 'portfolio' | 'duties'>,
  policyId: PolicyId,
  moment: Moment,
  isHeldAlready = false,
): Promise<RunDue> {
  const afterwards: Afterwards[] = []
  for (let isHeld = isHeldAlready; ; isHeld = true) {
    const next = await holdNext(tx, deps, policyId, isHeld)
    if (next === 'in use') return { isFree: false, afterwards, next: null }
    if (!isDue(next, moment.now)) return { isFree: true, afterwards, next }
    if ('carryOut' in next) {
      await next.carryOut(tx, moment)
    } else {
      // Marked first: a duty may set its own deadline again.
      const [, left] = await Promise.all([
        updateDone(tx, next, moment.now),
        deps.duties[next.kind](tx, next, moment),
      ])
      if (left !== undefined) afterwards.push(left)
    }
  }
}

function isDue<Next extends OwnDate | Deadline>(
  next: Next | null,
  now: Temporal.Instant,
): next is Next {
  return next !== null && Temporal.Instant.compare(next.dueAt, now) <= 0
}

/** Locks the policy, where it is free, and returns its next deadline, whenever that is due. */
async function holdNext(
  tx: Transaction,
  { portfolio }: Pick<DeadlineDeps, 'portfolio'>,
  policyId: PolicyId,
  isHeld: boolean,
): Promise<OwnDate | Deadline | null | 'in use'> {
  // Sent at once and run in sequence: the policy is locked before anything is read.
  const [held, deadline] = await Promise.all([
    isHeld ? portfolio.look(tx, policyId) : portfolio.hold(tx, policyId),
    selectNextDeadline(tx, policyId),
  ])
  if (held === undefined) return 'in use'
  const { ownDate } = held
  const isOwn =
    ownDate !== null &&
    (deadline === undefined || Temporal.Instant.compare(ownDate.dueAt, deadline.dueAt) < 0)
  return isOwn ? ownDate : (deadline ?? null)
}
