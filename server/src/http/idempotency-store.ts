import type { AccountId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

export interface IdempotencyKey {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly key: string
}

export interface KeptAnswer {
  readonly requestHash: Buffer
  readonly status: number | null
  readonly body: string | null
}

/**
 * Claims the key for a first request: null when it is ours now, else what is known of the request
 * that has it. A claim older than `staleBefore` belonged to a process that died and is taken over.
 */
export async function claimKey(
  db: Queryable,
  key: IdempotencyKey,
  requestHash: Buffer,
  now: Temporal.Instant,
  staleBefore: Temporal.Instant,
): Promise<KeptAnswer | null> {
  const claimed = await db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_hash, started_at)
    values (${key.accountId}, ${key.livemode}, ${key.key}, ${requestHash}, ${now})
    on conflict (account_id, livemode, key) do update set started_at = excluded.started_at
    where idempotency_keys.status is null and idempotency_keys.started_at < ${staleBefore}
      and idempotency_keys.request_hash = excluded.request_hash
    returning key`)
  if (claimed.length > 0) return null
  const rows = await db.query<KeptAnswer>(sql`
    select request_hash as "requestHash", status, body from idempotency_keys
    where account_id = ${key.accountId} and livemode = ${key.livemode} and key = ${key.key}`)
  // Released between the two statements: it is free, so claim it like anybody else.
  return rows[0] ?? claimKey(db, key, requestHash, now, staleBefore)
}

export async function keepAnswer(
  db: Queryable,
  key: IdempotencyKey,
  status: number,
  body: string,
): Promise<void> {
  await db.query(sql`
    update idempotency_keys set status = ${status}, body = ${body}
    where account_id = ${key.accountId} and livemode = ${key.livemode} and key = ${key.key}`)
}

export async function releaseKey(db: Queryable, key: IdempotencyKey): Promise<void> {
  await db.query(sql`
    delete from idempotency_keys
    where account_id = ${key.accountId} and livemode = ${key.livemode} and key = ${key.key}
      and status is null`)
}

export async function forgetAnswers(db: Queryable, before: Temporal.Instant): Promise<void> {
  await db.query(sql`delete from idempotency_keys where started_at < ${before}`)
}
