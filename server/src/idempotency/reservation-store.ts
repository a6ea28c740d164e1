import { type Fragment, type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { Sealed } from '../sealing/index.ts'
import type { Reservation, IdempotencyKey, ReplayRecord } from './reservation.ts'

export interface ReservationRow {
  readonly requestHash: Buffer
  /** Null while the first request is under way. */
  readonly status: number | null
  readonly madeId: string | null
  readonly ringKeyId: Sealed['ringKeyId'] | null
  readonly sealedKey: Sealed['sealedKey'] | null
  readonly sealedData: Sealed['sealedData'] | null
}

/**
 * Inserts the reservation where the key is free, or where an open one of the same request is older
 * than `staleBefore`; returns whether it did. The commit does not wait for the disk: the record,
 * which comes later in the log, makes it durable, and a reservation lost before that loses nothing
 * else.
 */
export async function insertReservation(
  db: Queryable,
  reservation: Reservation,
  requestHash: Buffer,
  now: Temporal.Instant,
  staleBefore: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    with hasty as materialized (select set_config('synchronous_commit', 'off', true) as set)
    insert into idempotency_keys (account_id, livemode, key, holder, request_hash, started_at)
    select ${reservation.accountId}, ${reservation.livemode}::boolean, ${reservation.key}, ${reservation.holder}::uuid,
      ${requestHash}::bytea, ${now}::timestamptz
    from hasty where hasty.set is not null
    on conflict (account_id, livemode, key) do update
    set holder = excluded.holder, started_at = excluded.started_at
    where idempotency_keys.status is null and idempotency_keys.started_at < ${staleBefore}
      and idempotency_keys.request_hash = excluded.request_hash
    returning key`)
  return rows.length > 0
}

export async function selectReservation(
  db: Queryable,
  { accountId, livemode, key }: IdempotencyKey,
): Promise<ReservationRow | undefined> {
  const rows = await db.query<ReservationRow>(sql`
    select request_hash as "requestHash", status, made_id as "madeId", ring_key_id as "ringKeyId",
      sealed_key as "sealedKey", sealed_data as "sealedData"
    from idempotency_keys
    where account_id = ${accountId} and livemode = ${livemode} and key = ${key}`)
  return rows[0]
}

/** Completes the reservations that are open and still belong to their holders; returns how many. */
export async function updateCompleted(
  db: Queryable,
  records: readonly ReplayRecord[],
): Promise<number> {
  const rows = await db.query(compose`${completed(records)}`)
  return rows.length
}

/** One row for each completed reservation. */
export function completed(records: readonly ReplayRecord[]): Fragment {
  return fragment`
    update idempotency_keys k
    set status = s.status, made_id = s.made_id, ring_key_id = s.ring_key_id,
      sealed_key = decode(s.sealed_key, 'base64'), sealed_data = decode(s.sealed_data, 'base64')
    from json_to_recordset(${json(records.map(toRow))}::json) as s(
      account_id text, livemode boolean, key text, holder uuid, status smallint, made_id text,
      ring_key_id text, sealed_key text, sealed_data text)
    where k.account_id = s.account_id and k.livemode = s.livemode and k.key = s.key
      and k.holder = s.holder and k.status is null
    returning k.key`
}

function toRow(record: ReplayRecord) {
  const { reservation, status } = record
  const { accountId: account_id, livemode, key, holder } = reservation
  const row = { account_id, livemode, key, holder, status }
  if ('madeId' in record) return { ...row, made_id: record.madeId }
  const { ringKeyId, sealedKey, sealedData } = record.answer
  return {
    ...row,
    ring_key_id: ringKeyId,
    sealed_key: sealedKey.toString('base64'),
    sealed_data: sealedData.toString('base64'),
  }
}

/** Frees the key; false where the reservation is completed or belongs to another request now. */
export async function releaseReservation(
  db: Queryable,
  reservation: Reservation,
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from idempotency_keys
    where account_id = ${reservation.accountId} and livemode = ${reservation.livemode} and key = ${reservation.key}
      and holder = ${reservation.holder} and status is null
    returning key`)
  return rows.length > 0
}

/** Deletes some reservations from before this moment; returns how many. */
export async function deleteReservations(
  db: Queryable,
  before: Temporal.Instant,
  rowsMax: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where started_at < ${before} limit ${rowsMax}))
    returning 1`)
  return rows.length
}
