import type { AccountId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../../database/index.ts'
import type { Sealed } from '../../sealing/index.ts'
import type { StoredProvider } from './identity-provider.ts'

const columns = fragment`
  account_id as "accountId", issuer, client_id as "clientId", scopes,
  group_claim as "groupClaim", group_roles as "groupRoles", default_roles as "defaultRoles",
  just_in_time as "justInTime", enforced, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
  sealed_data as "sealedData", created_at as "createdAt", changed_at as "changedAt"`

export async function selectIdentityProvider(
  db: Queryable,
  accountId: AccountId,
): Promise<StoredProvider | undefined> {
  const [row] = await db.query<StoredProvider>(
    compose`select ${columns} from identity_providers where account_id = ${accountId}`,
  )
  return row
}

export async function upsertIdentityProvider(tx: Queryable, one: StoredProvider): Promise<void> {
  await tx.query(sql`
    insert into identity_providers (account_id, issuer, client_id, scopes, group_claim,
      group_roles, default_roles, just_in_time, enforced, ring_key_id, sealed_key, sealed_data,
      created_at, changed_at)
    values (${one.accountId}, ${one.issuer}, ${one.clientId}, ${[...one.scopes]}::text[],
      ${one.groupClaim}, ${json(one.groupRoles)}::jsonb, ${[...one.defaultRoles]}::text[],
      ${one.justInTime}, ${one.enforced}, ${one.ringKeyId}, ${one.sealedKey}, ${one.sealedData},
      ${one.createdAt}, ${one.changedAt})
    on conflict (account_id) do update set issuer = excluded.issuer,
      client_id = excluded.client_id, scopes = excluded.scopes,
      group_claim = excluded.group_claim, group_roles = excluded.group_roles,
      default_roles = excluded.default_roles, just_in_time = excluded.just_in_time,
      enforced = excluded.enforced, ring_key_id = excluded.ring_key_id,
      sealed_key = excluded.sealed_key, sealed_data = excluded.sealed_data,
      changed_at = excluded.changed_at`)
}

export async function deleteIdentityProvider(tx: Queryable, accountId: AccountId): Promise<void> {
  await tx.query(sql`delete from identity_providers where account_id = ${accountId}`)
}

/** Some whose secrets were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleProviders(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<StoredProvider[]> {
  return tx.query(compose`
    select ${columns} from identity_providers where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedSecret(
  tx: Queryable,
  accountId: AccountId,
  { ringKeyId, sealedKey }: Sealed,
): Promise<void> {
  await tx.query(sql`
    update identity_providers set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where account_id = ${accountId}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneProviderPerKey(db: Queryable): Promise<StoredProvider[]> {
  return db.query(compose`
    select distinct on (ring_key_id) ${columns} from identity_providers order by ring_key_id`)
}
