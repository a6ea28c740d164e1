import type { UserId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { Sealed } from '../../sealing/index.ts'

/** What a person shares with an authenticator app. */
export interface TotpSecret extends Sealed {
  readonly userId: UserId
  /** Null until the person has entered a first code. */
  readonly confirmedAt: Temporal.Instant | null
  /** The step whose code was used last. */
  readonly lastStep: number | null
}

const columns = fragment`
  user_id as "userId", ring_key_id as "ringKeyId", sealed_key as "sealedKey",
  sealed_data as "sealedData", confirmed_at as "confirmedAt", last_step as "lastStep"`

/** Puts a new secret in the place of one that was never confirmed; false where one was. */
export async function upsertTotp(
  tx: Queryable,
  { userId, ringKeyId, sealedKey, sealedData }: Sealed & Pick<TotpSecret, 'userId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into totp_secrets as known (user_id, ring_key_id, sealed_key, sealed_data, created_at)
    values (${userId}, ${ringKeyId}, ${sealedKey}, ${sealedData}, ${now})
    on conflict (user_id) do update set ring_key_id = excluded.ring_key_id,
      sealed_key = excluded.sealed_key, sealed_data = excluded.sealed_data,
      created_at = excluded.created_at
    where known.confirmed_at is null
    returning user_id`)
  return rows.length > 0
}

export async function selectTotp(db: Queryable, userId: UserId): Promise<TotpSecret | undefined> {
  const [row] = await db.query<TotpSecret>(compose`
    select ${columns} from totp_secrets where user_id = ${userId}`)
  return row
}

/** The secret, until the end of the transaction for this request alone. */
/** Whether a person has an authenticator app that works. */
export async function hasTotp(db: Queryable, userId: UserId): Promise<boolean> {
  const rows = await db.query(sql`
    select from totp_secrets where user_id = ${userId} and confirmed_at is not null`)
  return rows.length > 0
}

export async function lockTotp(tx: Queryable, userId: UserId): Promise<TotpSecret | undefined> {
  const [row] = await tx.query<TotpSecret>(compose`
    select ${columns} from totp_secrets where user_id = ${userId} for update`)
  return row
}

export async function updateUsedStep(tx: Queryable, userId: UserId, step: number): Promise<void> {
  await tx.query(sql`update totp_secrets set last_step = ${step} where user_id = ${userId}`)
}

export async function updateConfirmed(
  tx: Queryable,
  userId: UserId,
  at: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`update totp_secrets set confirmed_at = ${at} where user_id = ${userId}`)
}

/** Deletes the secret with its recovery codes; false where no secret was confirmed. */
export async function deleteTotp(tx: Queryable, userId: UserId): Promise<boolean> {
  const [row] = await tx.query<{ isConfirmed: boolean }>(sql`
    with codes as (delete from recovery_codes where user_id = ${userId})
    delete from totp_secrets where user_id = ${userId}
    returning confirmed_at is not null as "isConfirmed"`)
  return row?.isConfirmed ?? false
}

export async function deleteRecoveryCodes(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
}

export async function insertRecoveryCodes(
  tx: Queryable,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(sql`
    insert into recovery_codes (user_id, hash)
    select ${userId}, hash from unnest(${[...hashes]}::bytea[]) as one(hash)`)
}

/** True for one request alone. */
export async function deleteRecoveryCode(
  tx: Queryable,
  userId: UserId,
  hash: Buffer,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from recovery_codes where user_id = ${userId} and hash = ${hash} returning user_id`)
  return rows.length > 0
}

/** Some secrets that were sealed with an old key, locked until they are sealed again. */
export async function selectStaleTotp(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<TotpSecret[]> {
  return tx.query(compose`
    select ${columns} from totp_secrets where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedKey(tx: Queryable, secret: TotpSecret): Promise<void> {
  await tx.query(sql`
    update totp_secrets set ring_key_id = ${secret.ringKeyId}, sealed_key = ${secret.sealedKey}
    where user_id = ${secret.userId}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneTotpPerKey(db: Queryable): Promise<TotpSecret[]> {
  return db.query(compose`
    select distinct on (ring_key_id) ${columns} from totp_secrets order by ring_key_id`)
}

/** How many recovery codes are left, of ten. */
export async function selectCodesLeft(db: Queryable, userId: UserId): Promise<number> {
  const rows = await db.query(sql`select hash from recovery_codes where user_id = ${userId}`)
  return rows.length
}
