import { type Queryable, sql } from '../database/index.ts'

/** How deadlines stand, for whoever watches; of all processes that share the database. */
export interface DeadlineSurvey {
  /** Policies of which something due could not be done, and is tried again. */
  readonly policiesFailed: number
  /** How long the deadline that has been due longest has been so; 0 where none is. */
  readonly deadlineSeconds: number
}

const countedMax = 10_000

export async function surveyDeadlines(
  db: Queryable,
  now: Temporal.Instant,
): Promise<DeadlineSurvey> {
  const [survey] = await db.query<DeadlineSurvey>(sql`
    select (select count(*)::int from (
        select from deadline_failures limit ${countedMax}) as failed) as "policiesFailed",
      coalesce((select greatest(extract(epoch from ${now}::timestamptz - due_at), 0)::float8
        from deadlines where done_at is null and clock_id is null order by due_at limit 1), 0) as "deadlineSeconds"`)
  if (survey === undefined) throw new Error('a count has a row')
  return survey
}
