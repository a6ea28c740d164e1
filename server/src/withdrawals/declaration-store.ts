import type { AccountId, DeclarationId, ProductId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Sealed } from '../sealing/index.ts'
import type { Declaration, DeclarationState } from './declaration.ts'

export type StoredDeclaration = Omit<Declaration, 'content'> & Sealed

const columns = fragment`
  id, livemode, insurer_id as "insurerId", product_id as "productId",
  product_version_id as "productVersionId", state, problem, policy_id as "policyId", reason,
  settled_by as "settledBy", settled_at as "settledAt", received_at as "receivedAt",
  ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"`

/** False where the same request has been received before. */
export async function insertDeclaration(
  tx: Queryable,
  one: StoredDeclaration & { readonly requestHash: Buffer },
): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into withdrawal_declarations (id, livemode, insurer_id, product_id, product_version_id,
      request_hash, state, ring_key_id, sealed_key, sealed_data, received_at)
    values (${one.id}, ${one.livemode}, ${one.insurerId}, ${one.productId},
      ${one.productVersionId}, ${one.requestHash}, ${one.state}, ${one.ringKeyId},
      ${one.sealedKey}, ${one.sealedData}, ${one.receivedAt})
    on conflict (product_id, livemode, request_hash) do nothing returning id`)
  return inserted.length > 0
}

export async function selectSameRequest(
  tx: Queryable,
  productId: ProductId,
  livemode: boolean,
  requestHash: Buffer,
): Promise<StoredDeclaration | undefined> {
  const [found] = await tx.query<StoredDeclaration>(compose`
    select ${columns} from withdrawal_declarations
    where product_id = ${productId} and livemode = ${livemode} and request_hash = ${requestHash}`)
  return found
}

export async function selectDeclaration(
  db: Queryable,
  id: DeclarationId,
): Promise<StoredDeclaration | undefined> {
  const [found] = await db.query<StoredDeclaration>(compose`
    select ${columns} from withdrawal_declarations where id = ${id}`)
  return found
}

/** For whoever changes it: until the end of the transaction nobody else does. */
export async function lockDeclaration(
  tx: Queryable,
  id: DeclarationId,
): Promise<StoredDeclaration | undefined> {
  const [found] = await tx.query<StoredDeclaration>(compose`
    select ${columns} from withdrawal_declarations where id = ${id} for no key update`)
  return found
}

export async function updateDeclaration(
  tx: Queryable,
  { id, state, problem, policyId, reason, settledBy, settledAt }: Omit<Declaration, 'content'>,
): Promise<void> {
  await tx.query(sql`
    update withdrawal_declarations
    set state = ${state}, problem = ${problem}, policy_id = ${policyId}, reason = ${reason},
      settled_by = ${settledBy}, settled_at = ${settledAt}
    where id = ${id}`)
}

export interface DeclarationSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly state: DeclarationState | null
  readonly productId: string | null
  readonly policyId: string | null
}

/** Newest first. */
export function selectDeclarations(
  db: Queryable,
  { insurerId, livemode, limits, state, productId, policyId }: DeclarationSearch,
  page: Page,
): Promise<PageRows<StoredDeclaration>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from withdrawal_declarations`,
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        state,
        product_id: productId,
        policy_id: policyId,
      }),
      withinLimits(limits),
    ],
  })
}

type SealedDeclaration = Sealed & { readonly id: DeclarationId }

/** Those whose data keys are sealed with another key than the current one. */
export async function selectStaleDeclarations(
  tx: Queryable,
  currentKeyId: string,
  limit: number,
): Promise<SealedDeclaration[]> {
  return tx.query<SealedDeclaration>(sql`
    select id, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from withdrawal_declarations where ring_key_id <> ${currentKeyId}
    limit ${limit} for update skip locked`)
}

export async function updateDeclarationKey(
  tx: Queryable,
  { id, ringKeyId, sealedKey }: SealedDeclaration,
): Promise<void> {
  await tx.query(sql`
    update withdrawal_declarations set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where id = ${id}`)
}

/** One for each key of the ring that seals any. */
export async function selectOneDeclarationPerKey(db: Queryable): Promise<SealedDeclaration[]> {
  return db.query<SealedDeclaration>(sql`
    select distinct on (ring_key_id) id, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData"
    from withdrawal_declarations order by ring_key_id`)
}
