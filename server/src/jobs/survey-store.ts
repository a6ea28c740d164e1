import { type Queryable, sql } from '../database/index.ts'
import { lockSpace } from './worker-store.ts'

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
