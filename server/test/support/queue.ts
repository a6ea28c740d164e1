import { type Statement, sql } from '../../src/database/index.ts'
import type { TaskName } from '../../src/jobs/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'

/*
 * What tests, faults and the benchmark see of the queue, and do to it, that nobody else has to. Beside
 * `queue-store.ts` this is the only file that knows its tables.
 */

export const privateJobs = 'graphile_worker._private_jobs'

export interface JobRow {
  readonly key: string | null
  readonly locked_by: string | null
  readonly payload: object
}

export const selectJobs = sql`
  select key, locked_by, payload from graphile_worker._private_jobs order by id`

export const selectKeysByPriority = sql`
  select key from graphile_worker._private_jobs order by priority, id`

export const selectAttempts = sql`
  select key, attempts from graphile_worker._private_jobs order by id`

/** All that a job is made of, to make it again. */
export const selectAllOfJobs = `
  select task.identifier as task, job.payload, job.key, job.run_at::text as "runAt",
    job.priority, job.max_attempts as "attemptsMax"
  from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`

export const addJobAsItWas = `
  select graphile_worker.add_job($1, $2::json, job_key => $3, run_at => $4::timestamptz,
    priority => $5, max_attempts => $6)`

/** Jobs that something may follow from. */
export const selectJobBesideDocuments = sql`
  select 1 as job from graphile_worker.jobs where task_identifier <> 'make_documents' limit 1`

/** Not those that ask days later about what is done: a refund may still come back. */
export const countJobsBesideSweeps = sql`
  select count(*)::int as count from graphile_worker.jobs
  where task_identifier <> 'sweep' and run_at < now() + interval '12 hours'`

export function selectJobsOfTask(task: TaskName, policyIds: readonly PolicyId[]): Statement {
  return sql`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = ${task} and payload ->> 'policyId' = any(${policyIds})`
}

/** Jobs that are due now, or at work. */
export const selectJobDue = `
  select from graphile_worker._private_jobs
  where attempts < max_attempts and run_at <= now() limit 1`

export const countWaitingDocuments = sql`
  select count(*)::int as count from graphile_worker.jobs
  where locked_at is null and task_identifier = 'make_documents'`

/** One at work whose key was asked for again has all its attempts too; it is nobody's loss. */
export const selectJobsGivenUp = sql`
  select id, task_id, key, attempts, last_error from graphile_worker._private_jobs
  where attempts >= max_attempts and locked_at is null`

export const selectJobsHeldTooLong = sql`
  select id, key, locked_by, locked_at from graphile_worker._private_jobs
  where locked_at < now() - interval '90 seconds'`

export const insertJobGivenUp = sql`
  insert into graphile_worker._private_jobs (task_id, attempts, max_attempts)
  select id, 20, 20 from graphile_worker._private_tasks limit 1`

export const insertJobOfDeadWorker = sql`
  insert into graphile_worker._private_jobs (task_id, locked_by, locked_at)
  select id, 'dead', now() - interval '1 hour' from graphile_worker._private_tasks limit 1`

export function lockJobs(worker: string, secondsAgo: number): Statement {
  return sql`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo})`
}

/** As the sweep that buries dead workers frees their jobs, once as many workers as there are show life. */
export function unlockJobsOfDeadWorkers(workers: number, lockSpace: number): Statement {
  return sql`
    with alive as (
      select distinct objid::bigint as worker from pg_locks
      where locktype = 'advisory' and classid::bigint = ${lockSpace} and mode = 'ShareLock' and granted)
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where (select count(*) from alive) = ${workers}
      and hashtext(locked_by)::bit(32)::bigint not in (select worker from alive)
    having count(locked_by) > 0`
}

export const giveUpJobs = sql`
  update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer'`

export function failOnce(error: string | null): Statement {
  return sql`update graphile_worker._private_jobs set last_error = ${error}`
}

/** As release 0.2.0 did. */
export const addJobWithoutKey = sql`select from graphile_worker.add_job('settle_payment')`

export function failJobsOf(policyId: string, attempts: number): Statement {
  return sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'no answer'
    where payload ->> 'policyId' = ${policyId}`
}

/** Somebody waits for all of them. */
export const hastenJobs = sql`
  update graphile_worker._private_jobs set priority = 0 where priority > 0 and locked_at is null`

export const makeJobsDue = sql`
  update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`

export function backdateJobs(hours: number): Statement {
  return sql`
    update graphile_worker._private_jobs set run_at = now() - make_interval(hours => ${hours})`
}

export const deleteJobs = sql`delete from graphile_worker._private_jobs`

export function deleteJobsOfPayment(paymentId: string): Statement {
  return sql`
    delete from graphile_worker._private_jobs where payload ->> 'paymentId' = ${paymentId}`
}

export function deleteWaitingJobsOfTask(task: TaskName): Statement {
  return sql`
    delete from graphile_worker._private_jobs where locked_at is null and task_id in (
      select id from graphile_worker._private_tasks where identifier = ${task})`
}

/** Nobody has swept yet. */
export const forgetSweeps = sql`delete from graphile_worker._private_known_crontabs`
