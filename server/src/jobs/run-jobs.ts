import { EventEmitter } from 'node:events'
import {
  Logger,
  type Runner,
  type TaskList,
  type WorkerEvents,
  run,
  runMigrations,
} from 'graphile-worker'
import pg from 'pg'
import type { Database } from '../database/index.ts'
import { releaseDeadWorkers, showAlive } from './dead-workers.ts'
import type { TaskName, Tasks } from './enqueue.ts'

/** One function for each task there is; a new task without one does not compile. */
export type TaskHandlers = { readonly [Name in TaskName]: (payload: Tasks[Name]) => Promise<void> }

export interface JobLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

const everyMinute = '* * * * * sweep'
const pollIntervalMs = 1_000
const workerConnectionsSpare = 3
const migrationConnectionsMax = 2

export async function migrateJobs(db: Database): Promise<void> {
  // A lost connection fails the migration itself, which then says so.
  const pgPool = workerPool(db, migrationConnectionsMax, () => undefined)
  try {
    await runMigrations({ pgPool, logger: silentLogger() })
  } finally {
    await pgPool.end()
  }
}

/** Runs jobs until stopped. Several processes may do so on one database. */
export async function startJobs(options: {
  readonly db: Database
  readonly handlers: TaskHandlers
  readonly jobsAtOnceMax: number
  readonly log: JobLog
}): Promise<{ stop(): Promise<void> }> {
  const { db, log } = options
  const alive = await showAlive(db, (error) =>
    log.error({ err: error }, 'lost the connection that shows this worker is alive'),
  )
  const pgPool = workerPool(db, options.jobsAtOnceMax + workerConnectionsSpare, (error) =>
    log.error({ err: error }, 'a worker lost its connection'),
  )
  const events: WorkerEvents = new EventEmitter() // Typed by graphile-worker, plain underneath.
  events.on('pool:create', ({ workerPool }) => alive.add(workerPool.id))
  events.on('worker:create', ({ worker }) => alive.add(worker.workerId))
  events.on('job:error', ({ job, error }) => {
    log.error(
      { task: job.task_identifier, job: job.id, attempt: job.attempts, err: error },
      'a job failed and will be tried again',
    )
  })
  await releaseDeadWorkers(db)
  const runner: Runner = await run({
    pgPool,
    events,
    logger: silentLogger(),
    concurrency: options.jobsAtOnceMax,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    crontab: everyMinute,
    taskList: taskList(options.handlers),
  })
  return {
    stop: async () => {
      await runner.stop()
      await pgPool.end()
      await alive.close()
    },
  }
}

/** The tasks as the queue wants them. The payloads are our own: `enqueue` types what goes in. */
export function taskList(handlers: TaskHandlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown) => handle(payload as never), // `enqueue` wrote it with the same type.
    ]),
  )
}

/** The queue reads timestamps as it expects them, so it gets connections without our type parsers. */
function workerPool(
  db: Database,
  connectionsMax: number,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({ ...db.connection, types: undefined, max: connectionsMax })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}

/** What matters is logged from events, with our own fields; the library's chatter is not. */
function silentLogger(): Logger {
  return new Logger(() => () => undefined)
}
