import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { ServerOwner, StoredServer } from './own-server.ts'

const columns = fragment`
  insurer_id as "insurerId", livemode, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
  sealed_data as "sealedData", created_at as "createdAt", changed_at as "changedAt"`

export async function selectServer(
  db: Queryable,
  { insurerId, livemode }: ServerOwner,
): Promise<StoredServer | undefined> {
  const [stored] = await db.query<StoredServer>(compose`
    select ${columns} from own_mail_servers
    where insurer_id = ${insurerId} and livemode = ${livemode}`)
  return stored
}

export async function upsertServer(tx: Queryable, one: StoredServer): Promise<void> {
  await tx.query(sql`
    insert into own_mail_servers (insurer_id, livemode, ring_key_id, sealed_key, sealed_data,
      created_at, changed_at)
    values (${one.insurerId}, ${one.livemode}, ${one.ringKeyId}, ${one.sealedKey},
      ${one.sealedData}, ${one.createdAt}, ${one.changedAt})
    on conflict (insurer_id, livemode) do update set ring_key_id = excluded.ring_key_id,
      sealed_key = excluded.sealed_key, sealed_data = excluded.sealed_data,
      changed_at = excluded.changed_at`)
}

export async function deleteServer(
  tx: Queryable,
  { insurerId, livemode }: ServerOwner,
): Promise<void> {
  await tx.query(sql`
    delete from own_mail_servers where insurer_id = ${insurerId} and livemode = ${livemode}`)
}

/** Some that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleServers(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<StoredServer[]> {
  return tx.query<StoredServer>(compose`
    select ${columns} from own_mail_servers where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedServer(
  tx: Queryable,
  { insurerId, livemode, ringKeyId, sealedKey }: StoredServer,
): Promise<void> {
  await tx.query(sql`
    update own_mail_servers set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where insurer_id = ${insurerId} and livemode = ${livemode}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneServerPerKey(db: Queryable): Promise<StoredServer[]> {
  return db.query<StoredServer>(compose`
    select distinct on (ring_key_id) ${columns} from own_mail_servers order by ring_key_id`)
}
