import type { ClockId, Moment } from '../kernel/index.ts'
import {
  batchedTransaction,
  commitAsync,
  isDatabaseAway,
  isLockTimeout,
} from '../database/index.ts'
import { keepTime } from './clock-store.ts'
import type { Afterwards } from './deadline.ts'
import { type Halt, type Step, isAfter } from './plan-round.ts'
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
  steps: readonly Step[],
): Promise<RanSteps> {
  const share = Math.ceil(steps.length / transactionsAtOnceMax)
  const size = Math.min(Math.max(share, policiesPerTransactionMin), policiesPerTransactionMax)
  const rest = [...steps]
  const ended: RanSome[] = []
  const finishing: Promise<void>[] = []
  const transactions = Array.from({ length: transactionsAtOnceMax }, async () => {
    while (rest.length > 0 && ended.every(({ busy, halt }) => busy === null && halt === null)) {
      const ran = await runSome(deps, clockId, rest.splice(0, size))
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

interface RanSome extends Omit<RanSteps, 'done'> {
  readonly done: readonly { readonly step: Step; readonly afterwards: readonly Afterwards[] }[]
}

/** In one transaction; where that fails, one after the other, up to the one that fails. */
async function runSome(
  deps: DeadlineDeps,
  clockId: ClockId,
  steps: readonly Step[],
): Promise<RanSome> {
  try {
    return await runInOneTransaction(deps, clockId, steps)
  } catch (error) {
    if (isDatabaseAway(error) && !isLockTimeout(error)) throw error
    const [step, ...others] = steps
    if (step === undefined) throw error
    if (others.length === 0) {
      if (isDatabaseAway(error)) throw error
      deps.onFailure({ policyId: step.policyId, attempt: 1, err: error })
      const message = error instanceof Error ? error.message : String(error)
      const halt = { ...step, reason: `Policy ${step.policyId}: ${message}` }
      return { done: [], busy: null, halt }
    }
  }
  const done: RanSome['done'][number][] = []
  for (const step of steps) {
    const ran = await runSome(deps, clockId, [step])
    done.push(...ran.done)
    if (ran.busy !== null || ran.halt !== null) return { ...ran, done }
  }
  return { done, busy: null, halt: null }
}

async function runInOneTransaction(
  deps: DeadlineDeps,
  clockId: ClockId,
  steps: readonly Step[],
): Promise<RanSome> {
  const real = deps.clock()
  return deps.db.transaction(async (alone) => {
    const tx = batchedTransaction(alone)
    const [held] = await Promise.all([
      Promise.all(steps.map(({ policyId }) => deps.portfolio.hold(tx, policyId))),
      commitAsync(alone),
    ])
    const busy = steps.find((_, n) => held[n] === undefined) ?? null
    const free = steps.filter(
      (step, n) => held[n] !== undefined && (busy === null || !isAfter(step.at, busy.at)),
    )
    const done = await Promise.all(
      free.map(async (step) => {
        const moment: Moment = { now: step.at, real, clockId }
        const { afterwards } = await runDuePolicy(tx, deps, step.policyId, moment, true)
        await keepTime(tx, step.policyId, moment)
        return { step, afterwards }
      }),
    )
    return { done, busy, halt: null }
  })
}
