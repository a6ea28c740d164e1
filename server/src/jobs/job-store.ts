import { type Queryable, sql } from '../database/index.ts'
import { type TaskName, lastPriority } from './queue-store.ts'
import { lockSpace } from './worker-store.ts'

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
