import type { SuppressionId } from '../../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Part,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  searchPage,
  sql,
} from '../../database/index.ts'
import type { Sealed } from '../../sealing/index.ts'
import type { ServerOwner } from '../own-server/own-server.ts'
import type { Suppression } from './suppression.ts'

export interface StoredSuppression extends Omit<Suppression, 'content'>, Sealed {
  readonly addressHash: Buffer
}

const columns = fragment`
  id, insurer_id as "insurerId", livemode, reason, address_hash as "addressHash",
  mail_id as "mailId", reply, created_at as "createdAt", ring_key_id as "ringKeyId",
  sealed_key as "sealedKey", sealed_data as "sealedData"`

/** Puts an address on the list; the first reason stays. */
export function addressSuppressed(one: StoredSuppression): Part {
  return { name: 'address_suppressed', body: insertion(one) }
}

/** The same alone: false where it is on the list. */
export async function insertSuppression(tx: Queryable, one: StoredSuppression): Promise<boolean> {
  return (await tx.query(compose`${insertion(one)}`)).length > 0
}

function insertion(one: StoredSuppression): Fragment {
  return fragment`
    insert into suppressed_addresses (id, insurer_id, livemode, reason, address_hash, mail_id,
      reply, created_at, ring_key_id, sealed_key, sealed_data)
    values (${one.id}, ${one.insurerId}, ${one.livemode}, ${one.reason}, ${one.addressHash},
      ${one.mailId}, ${one.reply}, ${one.createdAt}, ${one.ringKeyId}, ${one.sealedKey},
      ${one.sealedData})
    on conflict (insurer_id, livemode, address_hash) do nothing returning id`
}

export async function selectSuppressedAddress(
  db: Queryable,
  { insurerId, livemode }: ServerOwner,
  addressHash: Buffer,
): Promise<StoredSuppression | undefined> {
  const [found] = await db.query<StoredSuppression>(compose`
    select ${columns} from suppressed_addresses
    where insurer_id = ${insurerId} and livemode = ${livemode} and address_hash = ${addressHash}`)
  return found
}

export async function selectSuppression(
  db: Queryable,
  id: SuppressionId,
): Promise<StoredSuppression | undefined> {
  const [found] = await db.query<StoredSuppression>(
    compose`select ${columns} from suppressed_addresses where id = ${id}`,
  )
  return found
}

/** False where somebody has released it before. */
export async function deleteSuppression(tx: Queryable, id: SuppressionId): Promise<boolean> {
  const deleted = await tx.query(sql`
    delete from suppressed_addresses where id = ${id} returning id`)
  return deleted.length > 0
}

/** Newest first. */
export function selectSuppressions(
  db: Queryable,
  {
    insurerId,
    livemode,
    reason,
    addressHash,
  }: ServerOwner & { readonly reason: string | null; readonly addressHash: Buffer | null },
  page: Page,
): Promise<PageRows<StoredSuppression>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from suppressed_addresses`,
    where: [
      ...equal({ insurer_id: insurerId, livemode, reason }),
      given(addressHash, (hash) => fragment`address_hash = ${hash}`),
    ],
  })
}

type SealedAddress = Sealed & Pick<Suppression, 'id'>

/** Some that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleSuppressions(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<SealedAddress[]> {
  return tx.query<SealedAddress>(sql`
    select id, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from suppressed_addresses where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSuppressionKey(
  tx: Queryable,
  { id, ringKeyId, sealedKey }: SealedAddress,
): Promise<void> {
  await tx.query(sql`
    update suppressed_addresses set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where id = ${id}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneSuppressionPerKey(db: Queryable): Promise<SealedAddress[]> {
  return db.query<SealedAddress>(sql`
    select distinct on (ring_key_id) id, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData"
    from suppressed_addresses order by ring_key_id`)
}
