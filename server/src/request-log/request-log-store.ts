import {
  type Queryable,
  type Transaction,
  compose,
  equal,
  fragment,
  given,
  rows,
  sql,
} from '../database/index.ts'
import type { LoggedRequest } from './logged-request.ts'

/** Writes what was answered, and counts errors by what they have in common. */
export async function insertRequests(
  tx: Transaction,
  requests: readonly LoggedRequest[],
  insurers: readonly { readonly account_id: string; readonly insurer_id: string }[],
): Promise<void> {
  await tx.query(sql`
    with answered as (
      select one.*, insurer_id as "insurerId"
      from json_to_recordset(${rows(requests)}::json) as one("requestId" text, "accountId" text, livemode boolean, "actorId" text, method text,
        route text, status int, code text, "durationMs" int, "answeredAt" timestamptz)
      join json_to_recordset(${rows(insurers)}::json) as of(account_id text, insurer_id text)
        on account_id = one."accountId"),
    logged as (
      insert into request_log (request_id, insurer_id, account_id, livemode, actor_id, method,
        route, status, code, duration_ms, answered_at)
      select "requestId", "insurerId", "accountId", livemode, "actorId", method, route, status,
        code, "durationMs", "answeredAt"
      from answered)
    insert into request_errors as known (insurer_id, livemode, day, method, route, status, code,
      times, last_at, last_request_id)
    select "insurerId", livemode, ("answeredAt" at time zone 'UTC')::date, method, route, status,
      coalesce(code, ''), count(*), max("answeredAt"),
      (array_agg("requestId" order by "answeredAt" desc))[1]
    from answered where status >= 400
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (insurer_id, livemode, day, method, route, status, code) do update
      set times = known.times + excluded.times, last_at = excluded.last_at,
        last_request_id = excluded.last_request_id`)
}

/** Says that requests are missing. */
export async function insertGap(
  tx: Transaction,
  gap: {
    readonly from: Temporal.Instant
    readonly until: Temporal.Instant
    readonly dropped: number
  },
): Promise<void> {
  await tx.query(sql`
    insert into request_log_gaps (from_at, until_at, dropped)
    values (${gap.from}, ${gap.until}, ${gap.dropped})`)
}

const columns = fragment`
  number::text as id, request_id as "requestId", account_id as "accountId", livemode, actor_id as "actorId", method, route, status, code,
  duration_ms as "durationMs", answered_at as "answeredAt"`

export interface RequestSearch {
  readonly insurerId: string
  readonly livemode: boolean
  readonly requestId: string | null
  readonly actorId: string | null
  readonly route: string | null
  readonly code: string | null
  readonly isError: boolean
}

/** Newest first. A page begins after a number. */
export async function searchRequests(
  db: Queryable,
  wanted: RequestSearch,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<(LoggedRequest & { readonly id: string })[]> {
  const where = [
    ...equal({
      insurer_id: wanted.insurerId,
      livemode: wanted.livemode,
      request_id: wanted.requestId,
      actor_id: wanted.actorId,
      route: wanted.route,
      code: wanted.code,
    }),
    wanted.isError ? fragment`status >= 400` : null,
    given(after, (number) => fragment`number < ${number}`),
  ].filter((one) => one !== null)
  return db.query<LoggedRequest & { readonly id: string }>(compose`
    select ${columns} from request_log where ${where} order by number desc limit ${limit}`)
}

export interface ErrorGroup {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly code: string
  readonly times: number
  readonly lastAt: Temporal.Instant
  readonly lastRequestId: string
}

const groupsMax = 200

/** The errors of some days, the most frequent first. */
export function selectErrors(
  db: Queryable,
  { insurerId, livemode }: Pick<RequestSearch, 'insurerId' | 'livemode'>,
  since: Temporal.PlainDate,
): Promise<ErrorGroup[]> {
  return db.query<ErrorGroup>(sql`
    select method, route, status, code, sum(times)::int as times, max(last_at) as "lastAt",
      (array_agg(last_request_id order by last_at desc))[1] as "lastRequestId"
    from request_errors
    where insurer_id = ${insurerId} and livemode = ${livemode} and day >= ${since}
    group by method, route, status, code order by times desc, route, status, code
    limit ${groupsMax}`)
}

/** The times in which requests were not written down. */
export function selectGaps(
  db: Queryable,
  since: Temporal.Instant,
): Promise<
  { readonly from: Temporal.Instant; readonly until: Temporal.Instant; readonly dropped: number }[]
> {
  return db.query(sql`
    select from_at as from, until_at as until, dropped from request_log_gaps
    where until_at >= ${since} order by number desc limit 100`)
}

const rowsPerTurn = 10_000

/** Deletes what is old, some thousand rows at a time. Whether any were left. */
export async function deleteOldRequests(db: Queryable, before: Temporal.Instant): Promise<boolean> {
  const gone = await db.query(sql`
    delete from request_log where number in (
      select number from request_log order by number limit ${rowsPerTurn})
      and answered_at < ${before} returning number`)
  return gone.length === rowsPerTurn
}

export async function deleteOldErrors(db: Queryable, before: Temporal.PlainDate): Promise<void> {
  await db.query(sql`delete from request_errors where day < ${before}`)
  await db.query(sql`delete from request_log_gaps where until_at < ${before.toString()}::date`)
}
