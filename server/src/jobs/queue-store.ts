import type pg from 'pg'
import {
  type Part,
  type Queryable,
  type Transaction,
  fragment,
  json,
  rows,
  sql,
  combineStatements,
} from '../database/index.ts'
import type { PolicyId } from '../kernel/index.ts'
import type { KeyedJob, LaterJob, TaskName, Tasks } from './tasks.ts'
import { lockSpace } from './worker-store.ts'

/**
 * The tables of graphile-worker, most of which it calls private: a new release of it may change
 * them. Only this store knows them, and beside it what tests do to the queue
 * (`test/support/queue.ts`).
 */
export const queueSchema = 'graphile_worker'

const attemptsMax = 20

/**
 * Adds a job in the caller's transaction: the job exists exactly if the transaction commits. Every
 * job has a key, a random one where none is named: see `deleteReplacedJobs`.
 */
export async function enqueue<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: Tasks[Name],
  options: { readonly runAt?: Temporal.Instant; readonly key?: string } = {},
): Promise<void> {
  await tx.query(combineStatements([jobAdded(name, payload, options)]))
}

/** The same as part of a combined statement. */
function jobAdded<Name extends TaskName>(
  name: Name,
  payload: Tasks[Name],
  {
    runAt = null,
    key = null,
  }: { readonly runAt?: Temporal.Instant | null; readonly key?: string | null },
): Part {
  return {
    name: 'job_added',
    body: fragment`
      select id from graphile_worker.add_job(
        identifier => ${name}, payload => ${json(payload)}::json, run_at => ${runAt}::timestamptz,
        max_attempts => ${attemptsMax}::int,
        job_key => coalesce(${key}::text, gen_random_uuid()::text))`,
  }
}

/** Jobs that somebody waits for come first. */
const urgentPriority = 0

/** Jobs that shall be done soon come after those, and wait for no spare time. */
const soonPriority = 5

/** Jobs that nobody waits for have the time that is left. */
const patientPriority = 10

/** Jobs that only tests wait for come after all others. */
const lastPriority = 20

/** Adds a job that comes after all others that are due. */
export async function enqueueLast<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  key: string,
  payload: Tasks[Name],
  runAt: Temporal.Instant | null = null,
): Promise<void> {
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, run_at => ${runAt}::timestamptz,
      max_attempts => ${attemptsMax}::int, job_key => ${key}::text,
      priority => ${lastPriority}::int)`)
}

/** Adds patient jobs, which nobody waits for, with one statement. */
export async function enqueueAll<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  jobs: readonly KeyedJob<Name>[],
): Promise<void> {
  await tx.query(combineStatements([jobsAdded(name, jobs)]))
}

function jobsAdded<Name extends TaskName>(name: Name, jobs: readonly KeyedJob<Name>[]): Part {
  return {
    name: 'jobs_added',
    body: fragment`
      select id from graphile_worker.add_jobs(array(
        select row(${name}::text, payload, null, null, ${attemptsMax}::int, key,
          ${patientPriority}::int, null)::graphile_worker.job_spec
        from json_to_recordset(${json(jobs)}::json) as job(key text, payload json)))`,
  }
}

type PatientTask = 'make_documents'

/**
 * Adds patient jobs as part of a combined statement, where no such job can exist before. The
 * queue's own function would wake every worker for each job, under a lock shared by all commits
 * that notify. Workers are notified of events anyway, and look for these jobs when they have time.
 */
export function patientJobsAdded(name: PatientTask, jobs: readonly KeyedJob<PatientTask>[]): Part {
  return {
    name: 'patient_jobs_added',
    rows: jobs.length,
    body: fragment`
      insert into graphile_worker._private_jobs (task_id, payload, max_attempts, key, priority)
      select task.id, job.payload, ${attemptsMax}::int, job.key, ${patientPriority}::int
      from json_to_recordset(${rows(jobs)}::json) as job(key text, payload json)
      join graphile_worker._private_tasks as task on task.identifier = ${name}
      on conflict (key) do update set updated_at = now()
      returning id`,
  }
}

/** Adds jobs for a later time, as part of a combined statement. */
export function jobsPlanned<Name extends TaskName>(
  name: Name,
  jobs: readonly LaterJob<Name>[],
): Part {
  return {
    name: 'jobs_planned',
    body: fragment`
      select id from graphile_worker.add_jobs(array(
        select row(${name}::text, payload, null, "runAt", ${attemptsMax}::int, key, 0,
          null)::graphile_worker.job_spec
        from json_to_recordset(${rows(jobs)}::json) as job(
          key text, payload json, "runAt" timestamptz)))`,
  }
}

/** Removes the job of a key, unless it is running: there is nothing left for it to do. */
export async function dropJob(tx: Pick<Transaction, 'write'>, key: string): Promise<void> {
  const body = fragment`
    delete from graphile_worker._private_jobs where locked_at is null and key in (
      select value from json_array_elements_text(${rows([key])}::json)) returning id`
  await tx.write([{ name: 'jobs_dropped', body }])
}

/** When a job is wanted: somebody waits for it now, or it is part of work that shall go on soon. */
export type Haste = 'now' | 'soon'

const hastePriorities: Readonly<Record<Haste, number>> = {
  now: urgentPriority,
  soon: soonPriority,
}

/**
 * Adds a job, unless it exists already: running, or waiting for a retry. One that would come later
 * is hastened, and one that was given up starts again.
 */
export async function enqueueOnce<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  { key, payload }: KeyedJob<Name>,
  haste: Haste = 'now',
): Promise<void> {
  const priority = hastePriorities[haste]
  const hastened = await tx.query(sql`
    update graphile_worker._private_jobs set priority = ${priority}
    where key = ${key} and priority > ${priority} and locked_at is null and attempts < max_attempts
    returning id`)
  if (hastened.length > 0) return
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, max_attempts => ${attemptsMax}::int,
      job_key => ${key}::text, priority => ${priority}::int, job_key_mode => case
        when exists (select from graphile_worker._private_jobs
          where key = ${key} and attempts >= max_attempts) then 'replace'
        else 'unsafe_dedupe' end)`)
}

/** A job that was taken and must be settled: done, failed, or not even tried. */
export interface Job {
  readonly id: number
  readonly task: TaskName
  readonly payload: unknown
  /** The number of attempts, with this one. */
  readonly attempts: number
  readonly attemptsMax: number
  readonly isPatient: boolean
  /** True where only tests wait for the job. */
  readonly isLast: boolean
}

/** How many jobs of each kind a worker can take. */
export interface JobSlots {
  readonly urgent: number
  /** For patient jobs, which are taken only where no urgent job waits. */
  readonly patient: number
  /** For jobs that only tests wait for: likewise, but they do not wait for what shall be soon. */
  readonly last: number
}

/**
 * Takes the next jobs for this worker. Named queues are not used, so any sequence will do. A server of
 * release 0.2.0 that still runs adds jobs without a key, which get one here, before they can look replaced.
 */
export function takeJobs(
  db: Queryable,
  workerId: string,
  tasks: readonly TaskName[],
  slots: JobSlots,
): Promise<Job[]> {
  return db.query<Job>(sql`
    with known as (
      select id from graphile_worker._private_tasks where identifier = any(${tasks})),
    urgent as (
      select id, priority from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null
        and priority < ${patientPriority}
        and task_id = any(array(select id from known))
      order by priority, run_at limit ${slots.urgent} for update skip locked),
    patient as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null
        and priority >= ${patientPriority} and priority < ${lastPriority}
        and task_id = any(array(select id from known))
      order by priority, run_at limit case
        when exists (select from urgent offset ${slots.urgent - 1}) then 0
        else ${slots.patient}::int end
      for update skip locked),
    last as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null and priority >= ${lastPriority}
        and task_id = any(array(select id from known))
      order by priority, run_at limit case
        when exists (
          select from urgent where priority <= ${urgentPriority} offset ${slots.urgent - 1}) then 0
        else ${slots.last}::int end
      for update skip locked)
    update graphile_worker._private_jobs as job
    set attempts = attempts + 1, locked_by = ${workerId}, locked_at = now(),
      key = coalesce(key, gen_random_uuid()::text)
    from (select id from urgent union all select id from patient union all select id from last) as next
    where job.id = next.id
    returning job.id, payload, attempts, max_attempts as "attemptsMax",
      priority >= ${patientPriority} and priority < ${lastPriority} as "isPatient", priority >= ${lastPriority} as "isLast",
      (select identifier from graphile_worker._private_tasks where id = task_id) as task`)
}

export async function deleteJob(db: Queryable, workerId: string, job: Job): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs where id = ${job.id} and locked_by = ${workerId}`)
}

/** Schedules a retry with growing pauses, as the queue itself does. */
export async function failJob(
  db: Queryable,
  workerId: string,
  job: Job,
  message: string,
): Promise<void> {
  await deleteIfReplaced(db, workerId, job)
  await db.query(sql`
    update graphile_worker._private_jobs
    set last_error = ${message}, locked_by = null, locked_at = null,
      run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
    where id = ${job.id} and locked_by = ${workerId}`)
}

/** Takes back the attempt, because the database was away. */
export async function postponeJob(
  db: Queryable,
  workerId: string,
  job: Job,
  message: string,
): Promise<void> {
  await deleteIfReplaced(db, workerId, job)
  await db.query(sql`
    update graphile_worker._private_jobs
    set last_error = ${message}, locked_by = null, locked_at = null,
      attempts = greatest(attempts - 1, 0), run_at = greatest(now(), run_at) + interval '1 second'
    where id = ${job.id} and locked_by = ${workerId}`)
}

/**
 * When a key is added again while its job runs, the queue replaces that job: it takes its key and
 * all its attempts. Jobs have no key only then. If the replaced job does not finish, it must not
 * look as if it was given up.
 */
async function deleteIfReplaced(db: Queryable, workerId: string, job: Job): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs
    where id = ${job.id} and locked_by = ${workerId} and key is null and attempts = max_attempts`)
}

/** The same for jobs of dead workers. */
export async function deleteReplacedJobs(db: Queryable): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs
    where locked_by is null and key is null and attempts = max_attempts`)
}

/** Frees jobs that this worker holds without knowing it, because an answer was lost. */
export async function unlockForgottenJobs(
  db: Queryable,
  workerId: string,
  remembered: readonly number[],
): Promise<void> {
  await db.query(sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where locked_by = ${workerId} and not id = any(${remembered}::bigint[])`)
}

/** Other workers that hold jobs, but not the lock that shows them alive. */
export async function selectWorkersWithoutSign(db: Queryable, workerId: string): Promise<string[]> {
  const rows = await db.query<{ worker: string }>(sql`
    select worker from (
      select distinct locked_by as worker from graphile_worker._private_jobs
      where locked_by <> ${workerId}
    ) as working
    where pg_try_advisory_xact_lock(${lockSpace}::int, hashtext(worker))`)
  return rows.map(({ worker }) => worker)
}

/** Frees the jobs of these workers, as far as they still show no sign of life. */
export async function unlockDeadWorkers(db: Queryable, workers: readonly string[]): Promise<void> {
  await db.query(sql`
    select graphile_worker.force_unlock_workers(array_agg(worker))
    from unnest(${workers}::text[]) as worker
    where pg_try_advisory_xact_lock(${lockSpace}::int, hashtext(worker))
    having array_agg(worker) is not null`)
}

/** Adds the sweep of this minute, unless another worker has. */
export async function enqueueSweep(db: Queryable): Promise<void> {
  await db.query(sql`
    with due as (
      insert into graphile_worker._private_known_crontabs as known
        (identifier, known_since, last_execution)
      values ('sweep', now(), date_trunc('minute', now()))
      on conflict (identifier) do update set last_execution = excluded.last_execution
      where known.last_execution is null or known.last_execution < excluded.last_execution
      returning identifier)
    select graphile_worker.add_job(identifier, '{}'::json, job_key => 'sweep') from due`)
}

/** An unfinished job of a policy. */
export interface FollowingJob {
  readonly id: string
  readonly task: string
  readonly policyId: PolicyId
  readonly attempts: number
  /** The error of the last attempt, if it failed. */
  readonly error: string | null
}

/** Nothing depends on documents, so a clock does not wait for them. */
const leadsToNothing: TaskName = 'make_documents'

/** The due or failed jobs of these policies, without documents. */
export async function selectJobsOf(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<FollowingJob[]> {
  return db.query(sql`
    select job.id::text as id, task.identifier as task, payload ->> 'policyId' as "policyId", attempts,
      last_error as error
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where payload ->> 'policyId' = any(${policyIds}) and task.identifier <> ${leadsToNothing}
      and (run_at <= now() or last_error is not null)`)
}

/** The state of the queue of all processes on the database, for monitoring. */
export interface JobsSurvey {
  /** Jobs to be done now or later, with those under way. */
  readonly waiting: number
  /** How long the oldest urgent job has been due; 0 where there is none. Patient ones may wait. */
  readonly oldestSeconds: number
  /** Jobs that were given up and are not tried again. */
  readonly failed: number
  /** Waiting jobs that render documents. */
  readonly documents: number
  readonly workersAlive: number
}

/** A backlog is counted up to here: beyond, the number no longer matters. */
const countedMax = 100_000

export async function surveyJobs(db: Queryable): Promise<JobsSurvey> {
  const [survey] = await db.query<JobsSurvey>(sql`
    with jobs as (
      select attempts >= max_attempts as "isGivenUp", run_at, locked_at, task_id, priority
      from graphile_worker._private_jobs limit ${countedMax}),
    counted as (
      select count(*) filter (where not "isGivenUp")::int as waiting,
        count(*) filter (where "isGivenUp")::int as failed,
        count(*) filter (where not "isGivenUp" and task_id = (
          select id from graphile_worker._private_tasks where identifier = 'make_documents'))::int as documents,
        coalesce(extract(epoch from now() - min(run_at) filter (
          where not "isGivenUp" and locked_at is null and run_at <= now()
            and priority <= ${urgentPriority})), 0)::float8 as "oldestSeconds"
      from jobs)
    select waiting, failed, documents, "oldestSeconds", (
      select count(distinct objid)::int from pg_locks
      where locktype = 'advisory' and classid = ${lockSpace}::oid and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as "workersAlive"
    from counted`)
  if (survey === undefined) throw new Error('a count has a row')
  return survey
}

/**
 * An index for clocks, which look for the jobs of their policies among perhaps a million. Also adds
 * the tasks of `patientJobsAdded`, which must exist before their first job.
 */
export async function prepareQueue(owner: pg.Pool): Promise<void> {
  const { rows: found } = await owner.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.bindery_jobs_of_policy') is not null as "isThere"`,
  )
  // Only the owner may create the index, even with `if not exists`.
  if (found[0]?.isThere !== true) {
    await owner.query(`
      create index if not exists bindery_jobs_of_policy
      on graphile_worker._private_jobs ((payload ->> 'policyId'))`)
  }
  const task: PatientTask = 'make_documents'
  await owner.query(
    'insert into graphile_worker._private_tasks (identifier) values ($1) on conflict do nothing',
    [task],
  )
}
