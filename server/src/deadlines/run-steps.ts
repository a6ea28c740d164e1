import type { ClockId, Moment, PolicyId } from '../kernel/index.ts'
import {
  type Queryable,
  batchedTransaction,
  commitAsync,
  isDatabaseAway,
  isLockTimeout,
} from '../database/index.ts'
import { selectJobsOf } from '../jobs/index.ts'
import { keepTime } from './clock-store.ts'
import type { Afterwards } from './deadline.ts'
import { type Halt, type Round, type Step, isAfter } from './plan-round.ts'
import { type DeadlineDeps, doAfterwards, runDuePolicy } from './run-due.ts'

/** What has become of some steps. */
export interface RanSteps {
  readonly done: readonly Step[]
  /** The first policy that another process uses; later ones may have been left. */
  readonly busy: Step | null
  /** The policy that failed; later ones may have been left. */
  readonly halt: Halt | null
}

/**
 * How many policies share a transaction, and how many transactions run at once: while the database
 * works on one, the process decides the other.
 */
const policiesPerTransactionMax = 40
const policiesPerTransactionMin = 15
const transactionsAtOnceMax = 2

/**
 * Runs what is due for policies on a clock, each at its own moment, many in a transaction. What they
 * leave to be done after a commit is done while other transactions run.
 */
export async function runSteps(
  deps: DeadlineDeps,
  clockId: ClockId,
  { steps, until }: Pick<Round, 'steps' | 'until'>,
): Promise<RanSteps> {
  const share = Math.ceil(steps.length / transactionsAtOnceMax)
  const size = Math.min(Math.max(share, policiesPerTransactionMin), policiesPerTransactionMax)
  const rest = [...steps]
  const ended: RanSome[] = []
  const finishing: Promise<void>[] = []
  const transactions = Array.from({ length: transactionsAtOnceMax }, async () => {
    while (rest.length > 0 && ended.every(({ busy, halt }) => busy === null && halt === null)) {
      const ran = await runSome(deps, clockId, { steps: rest.splice(0, size), until })
      ended.push(ran)
      finishing.push(
        ...ran.done.map((one) => doAfterwards(deps, one.step.policyId, one.afterwards)),
      )
    }
  })
  const outcomes = await Promise.allSettled(transactions)
  await Promise.all(finishing)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return {
    done: ended.flatMap(({ done }) => done.map(({ step }) => step)),
    busy: first(ended.map(({ busy }) => busy)),
    halt: first(ended.map(({ halt }) => halt)),
  }
}

function first<One extends { readonly at: Temporal.Instant }>(
  all: readonly (One | null)[],
): One | null {
  const some = all.filter((one) => one !== null)
  return some.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))[0] ?? null
}

interface RanStep {
  /** The last one of the policy. */
  readonly step: Step
  readonly afterwards: readonly Afterwards[]
}

interface RanSome extends Omit<RanSteps, 'done'> {
  readonly done: readonly RanStep[]
}

/** In one transaction; where that fails, one after the other, up to the one that fails. */
async function runSome(
  deps: DeadlineDeps,
  clockId: ClockId,
  { steps, until }: Pick<Round, 'steps' | 'until'>,
): Promise<RanSome> {
  try {
    return await runInOneTransaction(deps, clockId, steps, until)
  } catch (error) {
    if (isDatabaseAway(error) && !isLockTimeout(error)) throw error
  }
  const done: RanStep[] = []
  for (const step of steps) {
    const ran = await runAlone(deps, clockId, step)
    done.push(...ran.done)
    if (ran.busy !== null || ran.halt !== null) return { ...ran, done }
  }
  return { done, busy: null, halt: null }
}

async function runAlone(deps: DeadlineDeps, clockId: ClockId, step: Step): Promise<RanSome> {
  try {
    return await runInOneTransaction(deps, clockId, [step], step.at)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const { policyId } = step
    deps.onFailure({ policyId, attempt: 1, err: error })
    const message = error instanceof Error ? error.message : String(error)
    return { done: [], busy: null, halt: { ...step, reason: `Policy ${policyId}: ${message}` } }
  }
}

/** How many moments of a policy share a transaction. */
const momentsPerTransactionMax = 3

/** Policies go on to their next moment until then, unless something has to be done before. */
async function runInOneTransaction(
  deps: DeadlineDeps,
  clockId: ClockId,
  steps: readonly Step[],
  until: Temporal.Instant,
): Promise<RanSome> {
  const real = deps.clock()
  return deps.db.transaction(async (alone) => {
    const tx = batchedTransaction(alone)
    const [held] = await Promise.all([
      Promise.all(steps.map(({ policyId }) => deps.portfolio.hold(tx, policyId))),
      commitAsync(alone),
    ])
    const busy = steps.find((_, n) => held[n] === undefined) ?? null
    const end = busy === null ? until : busy.at
    const run = async (step: Step) => {
      const moment: Moment = { now: step.at, real, clockId }
      return { step, ...(await runDuePolicy(tx, deps, step.policyId, moment, true)) }
    }
    const done = new Map<PolicyId, RanStep>()
    let next = steps.filter((step, n) => held[n] !== undefined && !isAfter(step.at, end))
    for (let moments = 1; next.length > 0; moments++) {
      const ran = await Promise.all(next.map(run))
      for (const one of ran) done.set(one.step.policyId, one)
      const later = ran.flatMap((one) => nextOf(one, end))
      next = moments === momentsPerTransactionMax ? [] : await withoutJobs(alone, later)
    }
    await Promise.all(
      [...done.values()].map(({ step }) =>
        keepTime(tx, step.policyId, { now: step.at, real, clockId }),
      ),
    )
    return { done: [...done.values()], busy, halt: null }
  })
}

/** Letters wait for the numbers of the invoices that they name. */
function nextOf(
  { step, afterwards, next }: RanStep & Pick<Awaited<ReturnType<typeof runDuePolicy>>, 'next'>,
  end: Temporal.Instant,
): Step[] {
  if (next === null || afterwards.length > 0 || isAfter(next.dueAt, end)) return []
  if ('carryOut' in next) return [{ policyId: step.policyId, at: next.dueAt }]
  const { policyId, kind, dueAt } = next
  return kind === 'dunning' ? [] : [{ policyId, kind, at: dueAt }]
}

/** Policies of which no job has to be done before they go on. */
async function withoutJobs(tx: Queryable, steps: readonly Step[]): Promise<Step[]> {
  if (steps.length === 0) return []
  const jobs = await selectJobsOf(
    tx,
    steps.map(({ policyId }) => policyId),
  )
  const waiting = new Set(jobs.map(({ policyId }) => policyId))
  return steps.filter(({ policyId }) => !waiting.has(policyId))
}
