import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChangeFeed, type Database, isDatabaseAway } from '../database/index.ts'
import { createWakeSignal } from '../kernel/index.ts'
import { type Patience, patience, watchDeadWorkers } from './dead-workers.ts'
import {
  type Job,
  deleteJob,
  enqueueSweep,
  failJob,
  postponeJob,
  takeJobs,
  deleteReplacedJobs,
  unlockForgottenJobs,
} from './queue-store.ts'
import type { JobEnds } from './job-ends.ts'
import { showAlive } from './sign-of-life.ts'
import type { SpareTime } from './spare-time.ts'
import type { TaskName, Tasks } from './tasks.ts'

/** One function for each task; a new task without one does not compile. */
export type TaskHandlers = {
  readonly [Name in TaskName]: (payload: Tasks[Name], job?: JobFacts) => Promise<void>
}

/** Further facts about a job for its handler. */
export interface JobFacts {
  /** True for a job that nobody waits for, which came after the urgent ones. */
  readonly isPatient: boolean
}

export interface JobLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

export interface JobOptions {
  readonly db: Database
  readonly handlers: TaskHandlers
  /** The limit for urgent jobs. Patient jobs, which nobody waits for, have their own. */
  readonly jobsAtOnceMax: number
  /** The time for patient jobs. */
  readonly spareTime: SpareTime
  /** Calls back after events, which may have left patient jobs. */
  readonly feed?: Pick<ChangeFeed, 'on'>
  readonly log: JobLog
  readonly ends?: JobEnds
  /** With workers that show no sign of life; shorter in tests. */
  readonly patience?: Patience
  /** How long a stop waits for jobs under way; shorter in tests. */
  readonly endMsMax?: number
}

/**
 * The limit for jobs that only tests wait for: they come last, but do not wait for a calm machine.
 */
const lastAtOnceMax = 4
const pollIntervalMs = 1_000
const settleAgainAfterMs = 500
/** How often a worker checks whether there is time for postponed jobs. */
const lookForTimeEveryMs = 100
/** How long a stop waits for jobs under way. Other workers take over those that remain. */
const endMsMaxDefault = 8_000

/**
 * Runs jobs until stopped. Several processes may do so on one database. After an outage of the
 * database the worker continues: a finished job is settled as done, however long that takes, and a
 * job that failed because of the outage does not count as an attempt.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const { db, log, spareTime } = options
  const workerId = `worker-${randomBytes(9).toString('hex')}`
  const tasks = Object.keys(options.handlers) as TaskName[] // As the type of the handlers says.
  const stopping = new AbortController()
  const wakeSignal = createWakeSignal()
  const running = new Map<number, Promise<void>>()
  let lastUnderWay = 0
  /** Whether patient jobs may have been postponed. */
  let mayHaveLeft = false
  /** Whether we may hold jobs without knowing it, because the database's answer was lost. */
  let mayHaveForgotten = false
  const sign = await showAlive(db, workerId, {
    jobs: () => wakeSignal.ring(),
    error: (error) =>
      log.error({ err: error }, 'lost the database connection that shows this worker is alive'),
  })
  options.feed?.on('events', () => void (mayHaveLeft = true))

  async function take(): Promise<void> {
    const urgent = options.jobsAtOnceMax - (running.size - spareTime.underWay - lastUnderWay)
    const patient = spareTime.slots(performance.now())
    const last = lastAtOnceMax - lastUnderWay
    mayHaveLeft = patient === 0
    // A worker without its sign of life takes no jobs: others would take them over.
    if (urgent === 0 || !sign.isOpen()) return
    try {
      if (mayHaveForgotten) {
        await unlockForgottenJobs(db, workerId, [...running.keys()])
        await deleteReplacedJobs(db)
      }
      mayHaveForgotten = true // Until the answer has arrived.
      const jobs = await takeJobs(db, workerId, tasks, { urgent, patient, last })
      mayHaveForgotten = false
      for (const job of jobs) begin(job)
    } catch (error) {
      log.error({ err: error }, 'jobs could not be taken; trying again')
    }
  }

  function begin(job: Job): void {
    const end = perform(job).finally(() => {
      running.delete(job.id)
      wakeSignal.ring()
      options.ends?.notify()
    })
    running.set(job.id, end)
  }

  async function perform(job: Job): Promise<void> {
    const spare = job.isPatient ? spareTime.begin(performance.now()) : null
    if (job.isLast) lastUnderWay += 1
    try {
      await performAndSettle(job)
    } finally {
      spare?.end(performance.now())
      if (job.isLast) lastUnderWay -= 1
    }
  }

  async function performAndSettle(job: Job): Promise<void> {
    try {
      await handle(options.handlers, job)
    } catch (error) {
      await settle(job, () => fail(job, error))
      return
    }
    await settle(job, () => deleteJob(db, workerId, job))
  }

  async function fail(job: Job, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    if (isDatabaseAway(error)) await postponeJob(db, workerId, job, message)
    else await failJob(db, workerId, job, message)
    const isGivenUp = job.attempts >= job.attemptsMax
    log.error(
      { task: job.task, job: job.id, attempt: job.attempts, err: error },
      isGivenUp ? 'a job failed and is given up' : 'a job failed and will be tried again',
    )
  }

  /** Stores the outcome of a job as soon as possible. After a stop, other workers do so. */
  async function settle(job: Job, write: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await write()
        return
      } catch (error) {
        const isOver = stopping.signal.aborted || !isDatabaseAway(error)
        if (attempt === 1 || isOver) {
          const { task, id } = job
          log.error(
            { task, job: id, err: error },
            'the outcome of a job could not be stored; trying again',
          )
        }
        if (isOver) {
          mayHaveForgotten = true
          return
        }
      }
      await pause(settleAgainAfterMs)
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await take()
      await wakeSignal.wait(pollIntervalMs)
    }
  }

  /** Takes postponed jobs as soon as there is time for them. */
  async function lookForTime(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (mayHaveLeft && spareTime.slots(performance.now()) > 0) wakeSignal.ring()
      await pause(lookForTimeEveryMs)
    }
  }

  /** The maintenance that every worker does for all. */
  async function attend(): Promise<void> {
    const { lookEveryMs } = options.patience ?? patience
    const dead = watchDeadWorkers(db, workerId, options.patience ?? patience)
    while (!stopping.signal.aborted) {
      try {
        await dead.look(performance.now())
        await enqueueSweep(db)
      } catch (error) {
        log.error({ err: error }, 'the queue could not be maintained; trying again')
      }
      await pause(lookEveryMs)
    }
  }

  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  async function untilDone(endMsMax: number): Promise<void> {
    const done = new AbortController()
    const isOver = await Promise.race([
      Promise.all(running.values()).then(() => true),
      sleep(endMsMax, false, { signal: done.signal }).catch(() => true),
    ])
    done.abort()
    if (!isOver) log.info({ jobs: running.size }, 'left jobs under way to other workers')
  }

  const duties = [work(), lookForTime(), attend()]
  return {
    stop: async () => {
      stopping.abort()
      wakeSignal.ring()
      await Promise.all(duties)
      await untilDone(options.endMsMax ?? endMsMaxDefault)
      await sign.close()
    },
  }
}

async function handle(handlers: TaskHandlers, { task, payload, isPatient }: Job): Promise<void> {
  await handlers[task](payload as never, { isPatient }) // `enqueue` wrote it with the type that the task has.
}
