import type { AccountId, ClockId, Moment, ProductId, ProductVersionId } from '../kernel/index.ts'
import { type Part, type Queryable, brokenPart, fragment, json, sql } from '../database/index.ts'
import type { TestClock } from './test-clock.ts'

export async function insertClock(tx: Queryable, clock: TestClock): Promise<void> {
  await tx.query(sql`
    insert into clocks (id, account_id, state, at, created_at)
    values (${clock.id}, ${clock.accountId}, ${clock.state}, ${clock.at}, ${clock.createdAt})`)
}

export async function selectClock(db: Queryable, id: ClockId): Promise<TestClock | undefined> {
  const rows = await db.query<TestClock>(sql`
    select id, account_id as "accountId", state, at, target, failure, published,
      created_at as "createdAt"
    from clocks where id = ${id}`)
  return rows[0]
}

export async function selectClocks(db: Queryable, ids: readonly ClockId[]): Promise<TestClock[]> {
  return db.query(sql`
    select id, account_id as "accountId", state, at, target, failure, published,
      created_at as "createdAt"
    from clocks where id = any(${ids})`)
}

const clocksListedMax = 100

/** An insurer's newest clocks. */
export async function selectClocksOf(db: Queryable, accountId: AccountId): Promise<TestClock[]> {
  return db.query(sql`
    select id, account_id as "accountId", state, at, target, failure, published,
      created_at as "createdAt"
    from clocks where account_id = ${accountId} order by id desc limit ${clocksListedMax}`)
}

/** The earliest and the latest moment that an insurer's clocks show; none where it has none. */
export async function selectClockMoments(
  db: Queryable,
  accountId: AccountId,
): Promise<Temporal.Instant[]> {
  const [span] = await db.query<{ first: Temporal.Instant | null; last: Temporal.Instant | null }>(
    sql`select min(at) as first, max(at) as last from clocks where account_id = ${accountId}`,
  )
  return [span?.first ?? null, span?.last ?? null].filter((moment) => moment !== null)
}

/** Locks the clock until the transaction ends, so that no advance begins meanwhile. */
export async function selectClockHeld(tx: Queryable, id: ClockId): Promise<TestClock | undefined> {
  const rows = await tx.query<TestClock>(sql`
    select id, account_id as "accountId", state, at, target, failure, published,
      created_at as "createdAt"
    from clocks where id = ${id} for share`)
  return rows[0]
}

const standing = 'clocks_unmoved'

/** Fails a combined statement unless the clocks still show the moments of its decisions. */
export function clocksUnmoved(moments: readonly Moment[]): Part[] {
  const shown = new Map(
    moments.flatMap(({ clockId, now }) => (clockId === null ? [] : [[clockId, now] as const])),
  )
  if (shown.size === 0) return []
  const rows = [...shown].map(([id, at]) => ({ id, at: at.toString() }))
  const body = fragment`
    select c.id from clocks c join json_to_recordset(${json(rows)}::json) as s(
      id text, at timestamptz) on c.id = s.id
    where c.at = s.at and c.state <> 'advancing' for share of c`
  return [{ name: standing, rows: shown.size, body }]
}

/** Whether a statement failed because a clock has moved. */
export function isClockGone(error: unknown): boolean {
  return brokenPart(error) === standing
}

/** False while it is being advanced. */
export async function updatePublished(
  tx: Queryable,
  id: ClockId,
  { productId, versionId }: { readonly productId: ProductId; readonly versionId: ProductVersionId },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update clocks set published = published || jsonb_build_object(${productId}::text, ${versionId}::text)
    where id = ${id} and state <> 'advancing' returning id`)
  return rows.length === 1
}

/** False where it is being advanced already, or has passed that moment. */
export async function updateAdvancing(
  tx: Queryable,
  id: ClockId,
  target: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update clocks set state = 'advancing', target = ${target}, failure = null, excused = null,
      turn = turn + 1
    where id = ${id} and state <> 'advancing' and at < ${target} returning id`)
  return rows.length === 1
}

/** A clock that is being advanced, and the turn of the job that does it. */
export interface AdvancingClock {
  readonly id: ClockId
  readonly at: Temporal.Instant
  readonly target: Temporal.Instant
  /** Ids of jobs that the clock ignores; null until they were looked up. */
  readonly excused: readonly string[] | null
  readonly turn: number
}

/** Takes the turn, which ends that of any other job. Undefined where nothing is to be done. */
export async function takeTurn(db: Queryable, id: ClockId): Promise<AdvancingClock | undefined> {
  const rows = await db.query<AdvancingClock>(sql`
    update clocks set turn = turn + 1 where id = ${id} and state = 'advancing'
    returning id, at, target, excused::text[], turn`)
  return rows[0]
}

/** False where another job has the turn. The commit does not wait: see `advanceClock`. */
export async function updateAt(
  db: Queryable,
  { id, turn }: AdvancingClock,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    with hasty as materialized (select set_config('synchronous_commit', 'off', true) as set)
    update clocks set at = ${at} from hasty
    where id = ${id} and turn = ${turn} and state = 'advancing' and hasty.set is not null
    returning id`)
  return rows.length === 1
}

export async function updateReady(db: Queryable, { id, turn }: AdvancingClock): Promise<void> {
  await db.query(sql`
    update clocks set state = 'ready', at = target, target = null
    where id = ${id} and turn = ${turn} and state = 'advancing'`)
}

export async function updateFailed(
  db: Queryable,
  { id, turn }: AdvancingClock,
  failure: string,
): Promise<void> {
  await db.query(sql`
    update clocks set state = 'failed', failure = ${failure}
    where id = ${id} and turn = ${turn} and state = 'advancing'`)
}

export async function updateExcused(
  db: Queryable,
  { id, turn }: AdvancingClock,
  jobIds: readonly string[],
): Promise<void> {
  await db.query(sql`
    update clocks set excused = ${jobIds}::bigint[] where id = ${id} and turn = ${turn}`)
}
