import type pg from 'pg'
import type { AccountId, ImpactId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Impact } from './impact.ts'
import type { Counts, ImpactResult, Tally } from './tally/tally.ts'

export async function insertImpact(tx: Queryable, impact: Impact): Promise<void> {
  await tx.query(sql`
    insert into impacts (id, insurer_id, livemode, product_id, product_version_id, content_hash,
      live_version_id, scope, groupings, has_shares, today, state, done, created_at)
    values (${impact.id}, ${impact.insurerId}, ${impact.livemode}, ${impact.productId},
      ${impact.productVersionId}, ${impact.contentHash}, ${impact.liveVersionId},
      ${json(impact.scope)}::jsonb, ${json(impact.groupings)}::jsonb, ${impact.hasShares},
      ${impact.today}::date,
      ${impact.state}, ${impact.done}, ${impact.createdAt})`)
}

export async function selectImpact(db: Queryable, id: ImpactId): Promise<Impact | undefined> {
  const rows = await db.query<Impact>(sql`
    select id, insurer_id as "insurerId", livemode, product_id as "productId",
      product_version_id as "productVersionId", content_hash as "contentHash",
      live_version_id as "liveVersionId", scope, groupings, has_shares as "hasShares", today, state, total, done, place, tally,
      result, failure, created_at as "createdAt", started_at as "startedAt",
      finished_at as "finishedAt"
    from impacts where id = ${id}`)
  return rows[0]
}

export interface ImpactSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: string | null
}

/** What a list shows of an impact: of its result, which can be long, the sums alone. */
export interface ImpactSummary extends Pick<
  Impact,
  | 'id'
  | 'productId'
  | 'productVersionId'
  | 'liveVersionId'
  | 'scope'
  | 'today'
  | 'state'
  | 'total'
  | 'done'
  | 'failure'
  | 'createdAt'
  | 'finishedAt'
> {
  /** Null until it is done. */
  readonly counts: Counts | null
}

/** Newest first. */
export function selectImpacts(
  db: Queryable,
  { insurerId, livemode, productId }: ImpactSearch,
  page: Page,
): Promise<PageRows<ImpactSummary>> {
  return searchPage(db, page, {
    select: fragment`
      select id, product_id as "productId", product_version_id as "productVersionId",
        live_version_id as "liveVersionId", scope, today, state, total, done, failure,
        result -> 'counts' as counts, created_at as "createdAt", finished_at as "finishedAt"
      from impacts`,
    where: equal({ insurer_id: insurerId, livemode, product_id: productId }),
  })
}

/** How many are asked for and not done: of one insurer, or all that come before one. */
export async function countWaiting(db: Queryable, insurerId: AccountId): Promise<number> {
  const [found] = await db.query<{ count: number }>(sql`
    select count(*) as count from impacts
    where state in ('queued', 'running') and insurer_id = ${insurerId}`)
  return found?.count ?? 0
}

export async function countAhead(db: Queryable, id: ImpactId): Promise<number> {
  const [found] = await db.query<{ count: number }>(sql`
    select count(*) as count from impacts where state in ('queued', 'running') and id < ${id}`)
  return found?.count ?? 0
}

/** Distinguishes the lock of whoever runs impacts from other advisory locks. */
const lockSpace = 0x62696d70

/** Whether this session is now the one that runs impacts; until it ends. */
export async function becomeRunner(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>(
    'select pg_try_advisory_lock($1, 1) as "isMine"',
    [lockSpace],
  )
  return rows[0]?.isMine === true
}

/** The next one to run: one that was left in the middle, or else the one that was asked for first. */
export async function takeNext(
  db: Queryable,
  now: Temporal.Instant,
): Promise<{ readonly id: ImpactId } | undefined> {
  const rows = await db.query<{ id: ImpactId }>(sql`
    update impacts set state = 'running', started_at = coalesce(started_at, ${now})
    where id = (select id from impacts where state in ('queued', 'running')
      order by state = 'queued', id limit 1)
      and state in ('queued', 'running')
    returning id`)
  return rows[0]
}

export async function isAnyWaiting(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    select id from impacts where state in ('queued', 'running') limit 1`)
  return rows.length > 0
}

export async function isRunning(db: Queryable, id: ImpactId): Promise<boolean> {
  const rows = await db.query(sql`select id from impacts where id = ${id} and state = 'running'`)
  return rows.length > 0
}

export async function updateTotal(db: Queryable, id: ImpactId, total: number): Promise<void> {
  await db.query(sql`update impacts set total = ${total} where id = ${id} and state = 'running'`)
}

/** What a part brings, and from where on it was priced. */
export interface KeptPart {
  readonly from: string | null
  readonly place: string
  readonly done: number
  readonly number: number
  readonly lines: Uint8Array
  readonly tally: Tally
}

/** Writes only on from where it was read, and only while it runs: false where it does neither. */
export async function insertPart(db: Queryable, id: ImpactId, part: KeptPart): Promise<boolean> {
  const rows = await db.query(sql`
    with moved as (
      update impacts set place = ${part.place}, done = ${part.done},
        tally = ${json(part.tally)}::jsonb
      where id = ${id} and state = 'running' and place is not distinct from ${part.from}
      returning id)
    insert into impact_rows (impact_id, number, lines)
    select id, ${part.number}::int, ${Buffer.from(part.lines)}::bytea from moved
    returning number`)
  return rows.length === 1
}

export async function countParts(db: Queryable, id: ImpactId): Promise<number> {
  const [found] = await db.query<{ count: number }>(sql`
    select count(*) as count from impact_rows where impact_id = ${id}`)
  return found?.count ?? 0
}

/** The rows of one part; undefined after the last. */
export async function selectPart(
  db: Queryable,
  id: ImpactId,
  number: number,
): Promise<Buffer | undefined> {
  const rows = await db.query<{ lines: Buffer }>(sql`
    select lines from impact_rows where impact_id = ${id} and number = ${number}::int`)
  return rows[0]?.lines
}

export type ImpactEnding =
  | { readonly state: 'done'; readonly result: ImpactResult }
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'stopped' }

/** What has ended stays as it ended: false where it had. */
export async function updateEnded(
  db: Queryable,
  id: ImpactId,
  ending: ImpactEnding,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = ending.state === 'done' ? json(ending.result) : null
  const failure = ending.state === 'failed' ? ending.failure : null
  const rows = await db.query(sql`
    update impacts set state = ${ending.state}, result = ${result}::jsonb, failure = ${failure},
      tally = null, finished_at = ${now}
    where id = ${id} and state in ('queued', 'running') returning id`)
  return rows.length === 1
}

/** Rows that nobody has to look at any more; what came out is kept. */
export async function deleteOldRows(db: Queryable, before: Temporal.Instant): Promise<void> {
  await db.query(sql`
    delete from impact_rows where impact_id in (
      select id from impacts where created_at < ${before} and state not in ('queued', 'running'))`)
}

/** The newest impact over the live portfolio that a publication may go by: of this content, against this version. */
export async function selectNewestDone(
  db: Queryable,
  of: Pick<Impact, 'productId' | 'contentHash' | 'liveVersionId'>,
): Promise<(Pick<Impact, 'id' | 'createdAt'> & { readonly result: ImpactResult }) | undefined> {
  const rows = await db.query<
    Pick<Impact, 'id' | 'createdAt'> & { readonly result: ImpactResult }
  >(sql`
    select id, created_at as "createdAt", result from impacts
    where product_id = ${of.productId} and content_hash = ${of.contentHash}
      and live_version_id = ${of.liveVersionId} and livemode and state = 'done'
      and scope ->> 'kind' = 'in_force'
    order by id desc limit 1`)
  return rows[0]
}
