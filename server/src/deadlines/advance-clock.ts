import type { ClockId, PolicyId } from '../kernel/index.ts'
import { type FollowingJob, type JobEnds, enqueueLast, selectJobsOf } from '../jobs/index.ts'
import {
  type AdvancingClock,
  selectTimesOn,
  takeTurn,
  updateAt,
  updateExcused,
  updateFailed,
  updateReady,
} from './clock-store.ts'
import type { DatedPolicy } from './deadline.ts'
import { selectDueOnClock } from './deadline-store.ts'
import { type Halt, type Step, isAfter, latest, planRound } from './plan-round.ts'
import type { DeadlineDeps } from './run-due.ts'
import { runSteps } from './run-steps.ts'

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
 * The job that advances a clock: round by round, it runs the next due work of each policy on the
 * clock at its own moment. A policy continues when all jobs that follow from its work are done, and
 * waits for no other policy: within a month, each has a time of its own (`policy_times`), and the
 * clock shows how far all of them have come. The job may be killed at any point: finished work
 * stays. Only the arrival waits for the disk, and with it all commits before.
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
  const outcome = await takeRounds(deps, clock)
  if (outcome === 'over') return
  const busyTurns = outcome.busy === null ? 0 : (request.busyTurns ?? 0) + 1
  if (outcome.busy !== null && busyTurns > busyTurnsMax) {
    const failure = `Policy ${outcome.busy.policyId} is in use by another process.`
    await updateFailed(deps.db, clock, outcome.at, failure)
    return
  }
  const payload = { clockId: clock.id, busyTurns }
  const runAt = deps.clock().add({ milliseconds: againAfterMs })
  await enqueueLast(deps.db, 'advance_clock', advanceJobKey(clock.id), payload, runAt)
}

export function advanceJobKey(id: ClockId): string {
  return `advance ${id}`
}

/** Whether the advance is over or continues; `busy` is a policy in use. */
type Outcome = 'over' | { readonly busy: Step | null; readonly at: Temporal.Instant }

interface MovingClock extends AdvancingClock {
  /** All policies that were sold on the clock. */
  readonly policyIds: readonly PolicyId[]
}

async function takeRounds(deps: AdvanceDeps, taken: MovingClock): Promise<Outcome> {
  const endMs = performance.now() + turnMsMax
  const times = await selectTimesOn(deps.db, taken.id)
  const reached = new Map(times.map(({ policyId, at }) => [policyId, at]))
  let clock = taken
  let busy: Step | null = null
  let halt: Halt | null = null
  let waitedMs = 0
  while (performance.now() < endMs) {
    const jobs = await jobsOn(deps, clock)
    for (const job of jobs.filter(isFailed)) {
      const at = latest(clock.at, reached.get(job.policyId) ?? clock.at)
      halt = first(halt, { policyId: job.policyId, at, reason: describeJob(job) })
    }
    const waiting = new Set(jobs.filter((job) => !isFailed(job)).map(({ policyId }) => policyId))
    // After the jobs: what they have left to be done is seen.
    const due = await dueOn(deps, clock)
    const round = planRound({ ...clock, due, reached, waiting, busy, halt })
    if (round.isOver) return arrive(deps, clock, halt)
    // A few do not go on alone while many wait: they would share no transaction.
    const areManyWaiting = waiting.size > round.steps.length
    if (areManyWaiting || busy !== null) {
      if (waitedMs >= deps.clockPatienceMs) return { busy, at: clock.at }
      const beganMs = performance.now()
      await deps.jobEnds.next(lookAgainMs)
      waitedMs += performance.now() - beganMs
    } else {
      waitedMs = 0
    }
    if (areManyWaiting) continue
    if (!(await updateAt(deps.db, clock, round.at))) return 'over' // Another process has the turn.
    clock = { ...clock, at: round.at }
    // Letters to customers name invoices by their numbers.
    if (round.steps.some(({ kind }) => kind === 'dunning')) await deps.numberInvoices()
    const ran = await runSteps(deps, clock.id, round)
    for (const { policyId, at } of ran.done) reached.set(policyId, at)
    busy = ran.busy
    if (ran.halt !== null) halt = first(halt, ran.halt)
  }
  return { busy, at: clock.at }
}

async function arrive(deps: AdvanceDeps, clock: MovingClock, halt: Halt | null): Promise<'over'> {
  await deps.numberInvoices()
  if (halt === null) await updateReady(deps.db, clock)
  else await updateFailed(deps.db, clock, halt.at, halt.reason)
  return 'over'
}

/** The policy that stops the clock first; the others come up to its moment. */
function first(one: Halt | null, other: Halt): Halt {
  return one === null || isAfter(one.at, other.at) ? other : one
}

const policiesPerLook = 500

/** The next due moments of the policies on the clock, from their rows and their deadlines. */
async function dueOn(
  { db, portfolio }: AdvanceDeps,
  { id }: Pick<AdvancingClock, 'id'>,
): Promise<DatedPolicy[]> {
  const found = await Promise.all([
    portfolio.datedOn(id, policiesPerLook),
    selectDueOnClock(db, id, policiesPerLook),
  ])
  // What one of the looks has not come to is not known of either.
  const ends = found.flatMap((some) => (some.length < policiesPerLook ? [] : some.slice(-1)))
  return found.flat().filter(({ dueAt }) => ends.every((end) => !isAfter(dueAt, end.dueAt)))
}

/** Jobs of its policies that must be done before they continue. */
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
