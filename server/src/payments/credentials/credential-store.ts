import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { CredentialOwner, StoredCredentials } from './credentials.ts'

const columns = fragment`
  insurer_id as "insurerId", livemode, provider, ring_key_id as "ringKeyId",
  sealed_key as "sealedKey", sealed_data as "sealedData",
  account_reference as "accountReference", created_at as "createdAt",
  changed_at as "changedAt", swept_until as "sweptUntil",
  refused_at as "refusedAt", refusal`

export async function selectCredentials(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
): Promise<StoredCredentials | undefined> {
  const [stored] = await db.query<StoredCredentials>(compose`
    select ${columns} from provider_credentials
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}`)
  return stored
}

/** Of all providers at which the insurer has an account in this mode. */
export async function selectCredentialsOf(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
): Promise<StoredCredentials[]> {
  return db.query<StoredCredentials>(compose`
    select ${columns} from provider_credentials
    where insurer_id = ${insurerId} and livemode = ${livemode} order by provider`)
}

export async function upsertCredentials(tx: Queryable, one: StoredCredentials): Promise<void> {
  await tx.query(sql`
    insert into provider_credentials (insurer_id, livemode, provider, ring_key_id, sealed_key,
      sealed_data, account_reference, created_at, changed_at, sweep_at)
    values (${one.insurerId}, ${one.livemode}, ${one.provider}, ${one.ringKeyId},
      ${one.sealedKey}, ${one.sealedData}, ${one.accountReference}, ${one.createdAt},
      ${one.changedAt}, ${one.changedAt})
    on conflict (insurer_id, livemode, provider) do update set
      ring_key_id = excluded.ring_key_id, sealed_key = excluded.sealed_key,
      sealed_data = excluded.sealed_data, account_reference = excluded.account_reference,
      changed_at = excluded.changed_at, sweep_at = excluded.sweep_at, refused_at = null,
      refusal = null`)
}

export async function deleteCredentials(
  tx: Queryable,
  { insurerId, livemode, provider }: StoredCredentials,
): Promise<void> {
  await tx.query(sql`
    delete from provider_credentials
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}`)
}

/** What the provider says its account is called. */
export async function updateAccountReference(
  db: Queryable,
  { insurerId, livemode, provider }: StoredCredentials,
  accountReference: string,
): Promise<void> {
  await db.query(sql`
    update provider_credentials set account_reference = ${accountReference}
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}`)
}

/** The accounts at some providers that it is time to ask, the longest overdue first. */
export async function selectUnswept(
  db: Queryable,
  providers: readonly string[],
  now: Temporal.Instant,
  rowsMax: number,
): Promise<StoredCredentials[]> {
  return db.query<StoredCredentials>(compose`
    select ${columns} from provider_credentials
    where sweep_at <= ${now} and provider = any(${providers})
    order by sweep_at limit ${rowsMax}`)
}

/** When the account is asked next; up to when it was asked stays where null is given. */
export async function updateSwept(
  db: Queryable,
  { insurerId, livemode, provider }: StoredCredentials,
  { until, next }: { readonly until: Temporal.Instant | null; readonly next: Temporal.Instant },
): Promise<void> {
  await db.query(sql`
    update provider_credentials set sweep_at = ${next},
      swept_until = coalesce(${until}::timestamptz, swept_until)
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}`)
}

/** The provider refuses the account from now on; false if that is known. */
export async function updateRefused(
  tx: Queryable,
  { insurerId, livemode, provider }: StoredCredentials,
  reason: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update provider_credentials set refused_at = ${now}, refusal = ${reason}
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and refused_at is null
    returning provider`)
  return rows.length > 0
}

/** The provider accepts the account. */
export async function updateAccepted(
  db: Queryable,
  { insurerId, livemode, provider }: StoredCredentials,
): Promise<void> {
  await db.query(sql`
    update provider_credentials set refused_at = null, refusal = null
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and refused_at is not null`)
}

/** Some that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleCredentials(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<StoredCredentials[]> {
  return tx.query<StoredCredentials>(compose`
    select ${columns} from provider_credentials where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedCredentials(
  tx: Queryable,
  one: StoredCredentials,
): Promise<void> {
  await tx.query(sql`
    update provider_credentials set ring_key_id = ${one.ringKeyId}, sealed_key = ${one.sealedKey}
    where insurer_id = ${one.insurerId} and livemode = ${one.livemode}
      and provider = ${one.provider}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneCredentialPerKey(db: Queryable): Promise<StoredCredentials[]> {
  return db.query<StoredCredentials>(compose`
    select distinct on (ring_key_id) ${columns} from provider_credentials order by ring_key_id`)
}
