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
 * The tables of graphile-worker, most of which it calls private: a new release of it may change them.
 * Only this store knows them, and beside it what tests do to the queue (`test/support/queue.ts`).
 */
export const queueSchema = 'graphile_worker'

const attemptsMax = 20

/** Adds a job in the caller's transaction: it exists exactly if the state it follows from does. */
export async function enqueue<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: Tasks[Name],
  options: { readonly runAt?: Temporal.Instant; readonly key?: string } = {},
): Promise<void> {
  await tx.query(combineStatements([jobAdded(name, payload, options)]))
}

/** The same for a statement that writes the state as well. */
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
        max_attempts => ${attemptsMax}::int, job_key => ${key}::text)`,
  }
}

/** Jobs that somebody waits for come first. */
const patientPriority = 10

/** What only tests wait for comes after everything else. */
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

/** Adds jobs that nobody waits for, all with one statement. */
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
 * For a statement that writes the state as well: jobs that nobody waits for, of which there can be
 * none before that state. The queue would wake every worker for each, under a lock that all commits
 * share which wake anybody. Workers hear of what happens, and look for these when they have time.
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

/** For a statement that writes the state as well: jobs that wait until their moment. */
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

/** Takes back the job of a key that nobody is at: there is nothing left for it to do. */
export async function dropJob(tx: Pick<Transaction, 'write'>, key: string): Promise<void> {
  const body = fragment`
    delete from graphile_worker._private_jobs where locked_at is null and key in (
      select value from json_array_elements_text(${rows([key])}::json)) returning id`
  await tx.write([{ name: 'jobs_dropped', body }])
}

/**
 * Adds a job that somebody waits for, unless it is there already: at work, to be tried again later,
 * or among the patient ones, whom it then leaves behind. One that was given up begins anew.
 */
export async function enqueueOnce<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  { key, payload }: KeyedJob<Name>,
): Promise<void> {
  const hastened = await tx.query(sql`
    update graphile_worker._private_jobs set priority = 0
    where key = ${key} and priority > 0 and locked_at is null and attempts < max_attempts
    returning id`)
  if (hastened.length > 0) return
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, max_attempts => ${attemptsMax}::int,
      job_key => ${key}::text, job_key_mode => case
        when exists (select from graphile_worker._private_jobs
          where key = ${key} and attempts >= max_attempts) then 'replace'
        else 'unsafe_dedupe' end)`)
}

/** A job that was taken and must be settled: done, failed, or not even tried. */
export interface Job {
  readonly id: number
  readonly task: TaskName
  readonly payload: unknown
  /** This one included. */
  readonly attempts: number
  readonly attemptsMax: number
  readonly isPatient: boolean
  /** Only tests wait for it. */
  readonly isLast: boolean
}

/** How many jobs a worker has a place for. */
export interface Places {
  readonly urgent: number
  /** For those that nobody waits for. They are taken only where no other waits for a place. */
  readonly patient: number
  /** For those that only tests wait for, likewise. */
  readonly last: number
}

/** Takes the next jobs for this worker. Named queues are not used, so there is no order to keep. */
export function takeJobs(
  db: Queryable,
  workerId: string,
  tasks: readonly TaskName[],
  places: Places,
): Promise<Job[]> {
  return db.query<Job>(sql`
    with known as (
      select id from graphile_worker._private_tasks where identifier = any(${tasks})),
    urgent as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null and priority <= 0
        and task_id = any(array(select id from known))
      order by priority, run_at limit ${places.urgent} for update skip locked),
    patient as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null
        and priority > 0 and priority < ${lastPriority}
        and task_id = any(array(select id from known))
      order by priority, run_at limit case
        when exists (select from urgent offset ${places.urgent - 1}) then 0
        else ${places.patient}::int end
      for update skip locked),
    last as (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and job_queue_id is null and priority >= ${lastPriority}
        and task_id = any(array(select id from known))
      order by priority, run_at limit case
        when exists (select from urgent offset ${places.urgent - 1}) then 0
        else ${places.last}::int end
      for update skip locked)
    update graphile_worker._private_jobs as job
    set attempts = attempts + 1, locked_by = ${workerId}, locked_at = now()
    from (select id from urgent union all select id from patient union all select id from last) as next
    where job.id = next.id
    returning job.id, payload, attempts, max_attempts as "attemptsMax",
      priority > 0 and priority < ${lastPriority} as "isPatient", priority >= ${lastPriority} as "isLast",
      (select identifier from graphile_worker._private_tasks where id = task_id) as task`)
}

export async function deleteJob(db: Queryable, workerId: string, job: Job): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs where id = ${job.id} and locked_by = ${workerId}`)
}

/** Tried again later, and later still each time, as the queue itself does it. */
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

/** The database was away: that was no attempt. */
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
 * A job whose key was asked for again while it was at work has made room for another: the queue takes
 * its key and all its attempts. Where it does not come to its end, it must not look as if given up.
 */
async function deleteIfReplaced(db: Queryable, workerId: string, job: Job): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs
    where id = ${job.id} and locked_by = ${workerId} and key is null
      and attempts = max_attempts and attempts <> ${job.attempts}`)
}

/** The same for those whose worker died. Whoever truly used up all attempts has failed before. */
export async function deleteReplacedJobs(db: Queryable): Promise<void> {
  await db.query(sql`
    delete from graphile_worker._private_jobs
    where locked_by is null and key is null and last_error is null and attempts = max_attempts`)
}

/** Gives back what this worker holds without knowing it, because an answer got lost. */
export async function unlockForgottenJobs(
  db: Queryable,
  workerId: string,
  remembered: readonly number[],
): Promise<void> {
  await db.query(sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where locked_by = ${workerId} and not id = any(${remembered}::bigint[])`)
}

/** Other workers that hold jobs, and whose lock nobody holds at this moment. */
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

/** Asks for the sweep of this minute, unless somebody has. */
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

/** A job that has followed from something that happened to a policy, and is not done. */
export interface FollowingJob {
  readonly id: string
  readonly task: string
  readonly policyId: PolicyId
  readonly attempts: number
  /** Why it failed the last time, where it did. */
  readonly error: string | null
}

/** Documents are made of what they belong to alone, whenever that is: nothing waits for them. */
const leadsToNothing: TaskName = 'make_documents'

/** The jobs of these policies that are due, or have failed, and that something may follow from. */
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

/** How the queue stands, for whoever watches it; of all processes that share the database. */
export interface JobsSurvey {
  /** Jobs that are to be done, now or later, those under way included. */
  readonly waiting: number
  /** For how long the oldest job has been due that somebody waits for; 0 where none is. Others may wait. */
  readonly oldestSeconds: number
  /** Jobs that were given up: nobody tries them again. */
  readonly failed: number
  /** Jobs that make documents, of those waiting. */
  readonly documents: number
  readonly workersAlive: number
}

/** A backlog is counted no further: what matters by then is that there is one. */
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
          where not "isGivenUp" and locked_at is null and run_at <= now() and priority <= 0)), 0)::float8 as "oldestSeconds"
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
 * A clock looks for the jobs of its policies among all that wait: those may be a million. And a task
 * that `patientJobsAdded` adds jobs of is known before the first of them.
 */
export async function prepareQueue(owner: pg.Pool): Promise<void> {
  const { rows: found } = await owner.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.bindery_jobs_of_policy') is not null as "isThere"`,
  )
  // Only the owner may create it, or ask to where it is there.
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
