import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { Sealed } from '../../sealing/index.ts'
import type { ServerOwner } from '../own-server/own-server.ts'

export interface StoredSecret extends ServerOwner, Sealed {}

const columns = fragment`
  insurer_id as "insurerId", livemode, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
  sealed_data as "sealedData"`

export async function selectMailSecret(
  db: Queryable,
  { insurerId, livemode }: ServerOwner,
): Promise<StoredSecret | undefined> {
  const [stored] = await db.query<StoredSecret>(compose`
    select ${columns} from mail_secrets
    where insurer_id = ${insurerId} and livemode = ${livemode}`)
  return stored
}

/** The first one stays: whoever comes second reads that. */
export async function insertMailSecret(db: Queryable, one: StoredSecret): Promise<void> {
  await db.query(sql`
    insert into mail_secrets (insurer_id, livemode, ring_key_id, sealed_key, sealed_data)
    values (${one.insurerId}, ${one.livemode}, ${one.ringKeyId}, ${one.sealedKey},
      ${one.sealedData})
    on conflict (insurer_id, livemode) do nothing`)
}

/** Some that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleMailSecrets(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<StoredSecret[]> {
  return tx.query<StoredSecret>(compose`
    select ${columns} from mail_secrets where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateMailSecretKey(tx: Queryable, one: StoredSecret): Promise<void> {
  await tx.query(sql`
    update mail_secrets set ring_key_id = ${one.ringKeyId}, sealed_key = ${one.sealedKey}
    where insurer_id = ${one.insurerId} and livemode = ${one.livemode}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneMailSecretPerKey(db: Queryable): Promise<StoredSecret[]> {
  return db.query<StoredSecret>(compose`
    select distinct on (ring_key_id) ${columns} from mail_secrets order by ring_key_id`)
}
