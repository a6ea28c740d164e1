import { type Queryable, sql } from '../database/index.ts'

/** The state of the deadlines of all processes on the database, for monitoring. */
export interface DeadlineSurvey {
  /** Policies with failed deadlines, which are tried again. */
  readonly policiesFailed: number
  /** How long the oldest deadline has been due; 0 where none is. */
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
