import { type Queryable, sql } from '../../database/index.ts'
import type { Counted } from './slow-down.ts'

const waitSecondsMax = 900
/** After this long without a failure, counting begins anew. */
const forgottenAfterSeconds = 3_600

/**
 * Counts one more failure of each subject that need not wait. Returns the counted ones. Rows are
 * locked in the order of their subjects. Requests at once, and servers whose clocks differ, come in
 * any order of time: without failures nobody waits.
 */
export async function countAttempt(
  db: Queryable,
  counted: readonly Counted[],
  now: Temporal.Instant,
): Promise<string[]> {
  const { subjects, free } = columnsOf(counted)
  const rows = await db.query<{ subject: string }>(sql`
    insert into sign_in_failures as known (subject, failures, last_at)
    select subject, 1, ${now}::timestamptz
    from unnest(${subjects}::text[]) as asked(subject) order by subject
    on conflict (subject) do update set
      failures = case when ${now}::timestamptz - known.last_at > make_interval(secs => ${forgottenAfterSeconds})
        then 1 else known.failures + 1 end,
      last_at = greatest(known.last_at, ${now}::timestamptz)
    where known.failures <= (${free}::int[])[array_position(${subjects}::text[], known.subject)]
      or ${now}::timestamptz >= known.last_at + make_interval(secs => least(${waitSecondsMax},
      power(2, least(greatest(known.failures - (${free}::int[])[array_position(${subjects}::text[], known.subject)], 0), 20)) - 1))
    returning subject`)
  return rows.map(({ subject }) => subject)
}

/** How long the slowest of them has to wait. */
export async function selectWaitSeconds(
  db: Queryable,
  counted: readonly Counted[],
  now: Temporal.Instant,
): Promise<number> {
  const { subjects, free } = columnsOf(counted)
  const [row] = await db.query<{ seconds: number }>(sql`
    select greatest(1, ceil(max(extract(epoch from last_at - ${now}::timestamptz)
      + least(${waitSecondsMax}, power(2, least(greatest(failures - (${free}::int[])[array_position(${subjects}::text[], subject)], 0), 20)) - 1))))::int
      as seconds
    from sign_in_failures where subject = any (${subjects}::text[])`)
  return row?.seconds ?? 1
}

export async function takeBackAttempt(db: Queryable, subjects: readonly string[]): Promise<void> {
  await db.query(sql`
    with held as (
      select subject from sign_in_failures where subject = any (${[...subjects]}::text[])
      order by subject for update)
    update sign_in_failures set failures = greatest(failures - 1, 0)
    where subject in (select subject from held)`)
}

export async function forgetAttempts(db: Queryable, subject: string): Promise<void> {
  await db.query(sql`delete from sign_in_failures where subject = ${subject}`)
}

/** Deletes what no longer slows anybody down. */
export async function deleteOldFailures(db: Queryable, before: Temporal.Instant): Promise<void> {
  await db.query(sql`delete from sign_in_failures where last_at < ${before}`)
}

function columnsOf(counted: readonly Counted[]) {
  return {
    subjects: counted.map(({ subject }) => subject),
    free: counted.map(({ free }) => free),
  }
}
