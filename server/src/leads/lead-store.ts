import type { LeadId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Part,
  type Queryable,
  equal,
  fragment,
  idsBetween,
  search,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Sealed } from '../sealing/index.ts'
import type { Lead } from './lead.ts'

export type StoredLead = Omit<Lead, 'content'> & {
  readonly secretHash: Buffer
  /** Null, as a whole, once it has expired. */
  readonly ringKeyId: string | null
  readonly sealedKey: Buffer | null
  readonly sealedData: Buffer | null
}

export type NewLead = Omit<Lead, 'content'> & Sealed & { readonly secretHash: Buffer }

export function leadSaved(lead: NewLead): Part {
  return {
    name: 'lead_saved',
    body: fragment`
      insert into leads (id, secret_hash, livemode, insurer_id, distributor_id, product_id, item_id,
        integration_id, integration_version_id, state, ring_key_id, sealed_key, sealed_data,
        created_at, expires_at)
      values (${lead.id}, ${lead.secretHash}, ${lead.livemode}, ${lead.insurerId},
        ${lead.distributorId}, ${lead.productId}, ${lead.itemId}, ${lead.integrationId},
        ${lead.integrationVersionId}, 'open', ${lead.ringKeyId}, ${lead.sealedKey},
        ${lead.sealedData}, ${lead.createdAt}, ${lead.expiresAt})
      returning id`,
  }
}

const columns = fragment`
  id, secret_hash as "secretHash", livemode, insurer_id as "insurerId",
  distributor_id as "distributorId", product_id as "productId", item_id as "itemId",
  integration_id as "integrationId", integration_version_id as "integrationVersionId",
  ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData",
  created_at as "createdAt", expires_at as "expiresAt"`

export async function selectLead(db: Queryable, id: LeadId): Promise<StoredLead | undefined> {
  const [row] = await db.query<StoredLead>(search`select ${columns} from leads where id = ${id}`)
  return row
}

export interface LeadSearch {
  readonly insurerId: string
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly id: string | null
  readonly productId: string | null
  readonly distributorId: string | null
  readonly createdFrom: Temporal.Instant | null
  readonly createdUntil: Temporal.Instant | null
}

/** Newest first. */
export function selectLeads(
  db: Queryable,
  wanted: LeadSearch,
  page: Page,
): Promise<PageRows<StoredLead>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from leads`,
    where: [
      ...equal({
        insurer_id: wanted.insurerId,
        livemode: wanted.livemode,
        id: wanted.id,
        product_id: wanted.productId,
        distributor_id: wanted.distributorId,
      }),
      withinLimits(wanted.limits),
      ...idsBetween('led_', wanted.createdFrom, wanted.createdUntil),
    ],
    isPlannedByValue: true,
  })
}

export type ExpiredLead = Pick<Lead, 'id' | 'livemode' | 'insurerId' | 'distributorId'>

/** Drops what was entered, of some whose time is over; those that somebody else holds are left to them. */
export function dropContents(
  tx: Queryable,
  now: Temporal.Instant,
  leadsMax: number,
): Promise<ExpiredLead[]> {
  return tx.query<ExpiredLead>(sql`
    update leads set state = 'expired', ring_key_id = null, sealed_key = null, sealed_data = null
    where id in (
      select id from leads where state = 'open' and expires_at <= ${now}
      order by expires_at limit ${leadsMax} for update skip locked)
    returning id, livemode, insurer_id as "insurerId", distributor_id as "distributorId"`)
}

export interface SealedLead extends Sealed {
  readonly id: LeadId
}

export function selectStaleLeads(
  tx: Queryable,
  ringKeyId: string,
  leadsMax: number,
): Promise<SealedLead[]> {
  return tx.query<SealedLead>(sql`
    select id, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from leads where state = 'open' and ring_key_id <> ${ringKeyId}
    order by id limit ${leadsMax} for update skip locked`)
}

/** One for each key of the ring that seals any. */
export function selectOneLeadPerKey(db: Queryable): Promise<SealedLead[]> {
  return db.query<SealedLead>(sql`
    select distinct on (ring_key_id) id, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData"
    from leads where state = 'open' order by ring_key_id`)
}

export async function updateSealedKey(tx: Queryable, lead: SealedLead): Promise<void> {
  await tx.query(sql`
    update leads set ring_key_id = ${lead.ringKeyId}, sealed_key = ${lead.sealedKey}
    where id = ${lead.id}`)
}
