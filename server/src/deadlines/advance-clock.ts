import type { ClockId, PolicyId } from '../kernel/index.ts'
import { commitAsync, isDatabaseAway } from '../database/index.ts'
import { type FollowingJob, type JobEnds, enqueueLast, selectJobsOf } from '../jobs/index.ts'
import {
  type AdvancingClock,
  takeTurn,
  updateAt,
  updateExcused,
  updateFailed,
  updateReady,
} from './clock-store.ts'
import type { DatedPolicy } from './deadline.ts'
import { selectDueOnClock } from './deadline-store.ts'
import { type DeadlineDeps, doAfterwards, runDuePolicy } from './run-due.ts'

export interface AdvanceDeps extends DeadlineDeps {
  /** How long a turn waits for the jobs of a moment before it gives up its slot for them. */
  readonly clockPatienceMs: number
  readonly jobEnds: Pick<JobEnds, 'next'>
  /**
   * Gives invoices their numbers, before the clock arrives and before letters to customers name
   * them.
   */
  readonly numberInvoices: () => Promise<void>
}

/** After this time the job adds itself again, to free its slot for other jobs. */
const turnMsMax = 10_000
/** Jobs may end in other processes, without a notification. */
const lookAgainMs = 50
const againAfterMs = 500
/** How often a policy may be found in use before the advance fails. */
const busyTurnsMax = 30
/** A job that has failed this often stops the clock. */
const jobAttemptsMax = 3

/**
 * The job that advances a clock: moment by moment, it runs what is due for the policies on the
 * clock, and continues when all jobs that follow are done. It may be killed at any point: finished
 * work stays, and the clock shows the moment that it has reached. Only its arrival waits for the
 * disk, and with it all commits before.
 */
export async function advanceClock(
  deps: AdvanceDeps,
  request: { readonly clockId: ClockId; readonly busyTurns?: number },
): Promise<void> {
  const taken = await takeTurn(deps.db, request.clockId)
  if (taken === undefined) return
  // The policies stay the same: nothing is sold on a clock that is being advanced.
  const policyIds = await deps.portfolio.policiesOn(taken.id)
  const clock = await excuse(deps, { ...taken, policyIds })
  const outcome = await takeSteps(deps, clock)
  if (outcome === 'over') return
  const busyTurns = outcome.busy === null ? 0 : (request.busyTurns ?? 0) + 1
  if (busyTurns > busyTurnsMax) {
    const failure = `Policy ${outcome.busy} is in use by another process.`
    await updateFailed(deps.db, clock, failure)
    return
  }
  const payload = { clockId: clock.id, busyTurns }
  const runAt = deps.clock().add({ milliseconds: againAfterMs })
  await enqueueLast(deps.db, 'advance_clock', advanceJobKey(clock.id), payload, runAt)
}

export function advanceJobKey(id: ClockId): string {
  return `advance ${id}`
}

/** Whether the advance is over or continues; `busy` names a policy in use. */
type Outcome = 'over' | { readonly busy: PolicyId | null }

interface MovingClock extends AdvancingClock {
  /** All policies that were sold on the clock. */
  readonly policyIds: readonly PolicyId[]
}

async function takeSteps(deps: AdvanceDeps, taken: MovingClock): Promise<Outcome> {
  const endMs = performance.now() + turnMsMax
  let clock = taken
  let busy: PolicyId | null = null
  let waitedMs = 0
  while (performance.now() < endMs) {
    const jobs = await jobsOn(deps, clock)
    const failed = jobs.find(isFailed)
    if (failed !== undefined) {
      await updateFailed(deps.db, clock, describeJob(failed))
      return 'over'
    }
    if (jobs.length > 0 || busy !== null) {
      if (waitedMs >= deps.clockPatienceMs) return { busy }
      const beganMs = performance.now()
      await deps.jobEnds.next(lookAgainMs)
      waitedMs += performance.now() - beganMs
    } else {
      waitedMs = 0
    }
    if (jobs.length > 0) continue
    const step = await takeStep(deps, clock)
    if (step === 'over') return step
    ;({ clock, busy } = step)
  }
  return { busy }
}

/** Moves the clock to the next moment at which something is due, and runs it. */
async function takeStep(
  deps: AdvanceDeps,
  clock: MovingClock,
): Promise<'over' | { readonly clock: MovingClock; readonly busy: PolicyId | null }> {
  const due = await dueOn(deps, clock)
  const [first] = due
  if (first === undefined || isAfter(first.dueAt, clock.target)) {
    await deps.numberInvoices()
    await updateReady(deps.db, clock)
    return 'over'
  }
  const at = isAfter(first.dueAt, clock.at) ? first.dueAt : clock.at
  if (!(await updateAt(deps.db, clock, at))) return 'over' // Another process has the turn.
  const moment = { now: at, real: deps.clock(), clockId: clock.id }
  const now = due.filter(({ dueAt }) => !isAfter(dueAt, at))
  if (now.some(({ kind }) => kind === 'dunning')) await deps.numberInvoices()
  const ids = new Set(now.map((one) => one.policyId))
  let busy: PolicyId | null = null
  for (const policyId of ids) {
    try {
      const done = await deps.db.transaction(async (tx) => {
        const [worked] = await Promise.all([
          runDuePolicy(tx, deps, policyId, moment),
          commitAsync(tx),
        ])
        return worked
      })
      if (!done.isFree) busy = policyId
      await doAfterwards(deps, policyId, done.afterwards)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      await updateFailed(deps.db, clock, `Policy ${policyId}: ${reason}`)
      deps.onFailure({ policyId, attempt: 1, err: error })
      return 'over'
    }
  }
  return { clock: { ...clock, at }, busy }
}

const policiesPerStep = 500

/** The next due moment of the policies on the clock, from their rows and their deadlines. */
async function dueOn(
  { db, portfolio }: AdvanceDeps,
  { id }: Pick<AdvancingClock, 'id'>,
): Promise<DatedPolicy[]> {
  const [own, deadlines] = await Promise.all([
    portfolio.datedOn(id, policiesPerStep),
    selectDueOnClock(db, id, policiesPerStep),
  ])
  return [...own, ...deadlines].toSorted((one, other) =>
    Temporal.Instant.compare(one.dueAt, other.dueAt),
  )
}

/** Jobs of its policies that must be done before the clock continues. */
async function jobsOn(
  { db }: AdvanceDeps,
  { policyIds, excused }: MovingClock,
): Promise<FollowingJob[]> {
  const jobs = policyIds.length === 0 ? [] : await selectJobsOf(db, policyIds)
  return jobs.filter(({ id }) => excused?.includes(id) !== true)
}

/** Jobs that failed before the advance are known to its caller: the clock ignores them. */
async function excuse(deps: AdvanceDeps, clock: MovingClock): Promise<MovingClock> {
  if (clock.excused !== null) return clock
  const jobs = await jobsOn(deps, clock)
  const excused = jobs.filter(isFailed).map(({ id }) => id)
  await updateExcused(deps.db, clock, excused)
  return { ...clock, excused }
}

function isFailed({ attempts, error }: FollowingJob): boolean {
  return error !== null && attempts >= jobAttemptsMax
}

function describeJob({ task, policyId, error }: FollowingJob): string {
  return `Policy ${policyId}: the job ${task} fails: ${error}`
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0
}
