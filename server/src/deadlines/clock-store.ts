import type {
  AccountId,
  ClockId,
  Moment,
  PolicyId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'
import {
  type Finder,
  type Part,
  type Queryable,
  type Transaction,
  brokenPart,
  fragment,
  json,
  listing,
  rows,
  sql,
} from '../database/index.ts'
import type { ClockState, PolicyOnClock, TestClock } from './test-clock.ts'

export async function insertClock(tx: Queryable, clock: TestClock): Promise<void> {
  await tx.query(sql`
    insert into clocks (id, account_id, state, at, created_at)
    values (${clock.id}, ${clock.accountId}, ${clock.state}, ${clock.at}, ${clock.createdAt})`)
}

export async function selectClock(db: Queryable, id: ClockId): Promise<TestClock | undefined> {
  const found = await db.query<TestClock>(sql`
    select id, account_id as "accountId", state, at, target, failure, published,
      created_at as "createdAt"
    from clocks where id = ${id}`)
  return found[0]
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

/** What time it is, and whether it moves. */
export interface ShownTime {
  readonly state: ClockState
  readonly at: Temporal.Instant
}

/** Locks the clock until the transaction ends, so that no advance begins meanwhile. */
export async function selectClockHeld(tx: Queryable, id: ClockId): Promise<ShownTime | undefined> {
  const found = await tx.query<ShownTime>(sql`
    select state, at from clocks where id = ${id} for share`)
  return found[0]
}

/** The time of a policy: that of its clock, or its own where it is ahead. */
export async function selectTimeOf(
  db: Pick<Finder, 'list'>,
  policyId: PolicyId,
  clockId: ClockId,
): Promise<ShownTime | undefined> {
  const [found] = await db.list(timesOnClock, policyId, clockId)
  return found
}

const timesOnClock = listing<ShownTime, [ClockId]>(
  (policyIds, clockId) => sql`
    select of, c.state, greatest(c.at, t.at) as at
    from unnest(${policyIds}::text[]) as of cross join clocks c
    left join policy_times t on t.policy_id = of
    where c.id = ${clockId}`,
)

/** The same, with the clock locked as `selectClockHeld` does. */
export async function selectTimeHeld(
  tx: Queryable,
  policyId: PolicyId,
  clockId: ClockId,
): Promise<ShownTime | undefined> {
  const found = await tx.query<ShownTime>(sql`
    select c.state, greatest(c.at, (select t.at from policy_times t
      where t.policy_id = ${policyId})) as at
    from clocks c where c.id = ${clockId} for share of c`)
  return found[0]
}

/** Those of the policies whose clocks are being advanced. */
export async function selectMoving(
  db: Queryable,
  policies: readonly PolicyOnClock[],
): Promise<PolicyId[]> {
  const clocks = [...new Set(policies.flatMap(({ clockId }) => clockId ?? []))]
  if (clocks.length === 0) return []
  const found = await db.query<Pick<TestClock, 'id'>>(sql`
    select id from clocks where id = any(${clocks}) and state = 'advancing'`)
  const moving = new Set(found.map(({ id }) => id))
  return policies.flatMap(({ id, clockId }) => (clockId !== null && moving.has(clockId) ? id : []))
}

export async function selectTimesOf(
  db: Queryable,
  policies: readonly PolicyOnClock[],
): Promise<{ readonly policyId: PolicyId; readonly at: Temporal.Instant }[]> {
  return db.query(sql`
    select p.id as "policyId", greatest(c.at, t.at) as at
    from unnest(${policies.map(({ id }) => id)}::text[],
      ${policies.map(({ clockId }) => clockId)}::text[]) as p(id, clock_id)
    join clocks c on c.id = p.clock_id left join policy_times t on t.policy_id = p.id`)
}

/** How far the policies on a clock have come, of those that were ahead of it. */
export async function selectTimesOn(
  db: Queryable,
  clockId: ClockId,
): Promise<{ readonly policyId: PolicyId; readonly at: Temporal.Instant }[]> {
  return db.query(sql`
    select policy_id as "policyId", at from policy_times where clock_id = ${clockId}`)
}

/** Keeps how far a policy has come, in the transaction that has it locked. */
export async function keepTime(
  tx: Pick<Transaction, 'write'>,
  policyId: PolicyId,
  { clockId, now }: Moment,
): Promise<void> {
  const body = fragment`
    insert into policy_times as known (policy_id, clock_id, at)
    select "policyId", "clockId", at from json_to_recordset(
      ${rows([{ policyId, clockId, at: now.toString() }])}::json) as t(
      "policyId" text, "clockId" text, at timestamptz)
    on conflict (policy_id) do update set at = greatest(known.at, excluded.at)
    returning policy_id`
  await tx.write([{ name: 'times_kept', body }])
}

const standing = 'clocks_unmoved'

/** Fails a combined statement unless the clocks have not passed the moments of its decisions. */
export function clocksUnmoved(moments: readonly Moment[]): Part[] {
  const shown = new Map(
    moments.flatMap(({ clockId, now }) => (clockId === null ? [] : [[clockId, now] as const])),
  )
  if (shown.size === 0) return []
  const known = [...shown].map(([id, at]) => ({ id, at: at.toString() }))
  const body = fragment`
    select c.id from clocks c join json_to_recordset(${json(known)}::json) as s(
      id text, at timestamptz) on c.id = s.id
    where c.at <= s.at and c.state <> 'advancing' for share of c`
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
  const found = await tx.query(sql`
    update clocks set published = published || jsonb_build_object(${productId}::text, ${versionId}::text)
    where id = ${id} and state <> 'advancing' returning id`)
  return found.length === 1
}

/** False where it is being advanced already, or has passed that moment. */
export async function updateAdvancing(
  tx: Queryable,
  id: ClockId,
  target: Temporal.Instant,
): Promise<boolean> {
  const found = await tx.query(sql`
    update clocks set state = 'advancing', target = ${target}, failure = null, excused = null,
      turn = turn + 1
    where id = ${id} and state <> 'advancing' and at < ${target} returning id`)
  return found.length === 1
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
  const found = await db.query<AdvancingClock>(sql`
    update clocks set turn = turn + 1 where id = ${id} and state = 'advancing'
    returning id, at, target, excused::text[], turn`)
  return found[0]
}

/** False where another job has the turn. The commit does not wait: see `advanceClock`. */
export async function updateAt(
  db: Queryable,
  { id, turn }: AdvancingClock,
  at: Temporal.Instant,
): Promise<boolean> {
  const found = await db.query(sql`
    with hasty as materialized (select set_config('synchronous_commit', 'off', true) as set)
    update clocks set at = ${at} from hasty
    where id = ${id} and turn = ${turn} and state = 'advancing' and hasty.set is not null
    returning id`)
  return found.length === 1
}

/** All policies have come to where the clock is now, so that they need no times of their own. */
export async function updateReady(db: Queryable, { id, turn }: AdvancingClock): Promise<void> {
  await db.query(sql`
    with arrived as (
      update clocks set state = 'ready', at = target, target = null
      where id = ${id} and turn = ${turn} and state = 'advancing' returning id)
    delete from policy_times where clock_id in (select id from arrived)`)
}

/** Policies that are ahead of where it stops keep their times. */
export async function updateFailed(
  db: Queryable,
  { id, turn }: AdvancingClock,
  at: Temporal.Instant,
  failure: string,
): Promise<void> {
  await db.query(sql`
    update clocks set state = 'failed', at = ${at}, failure = ${failure}
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
