import type { PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { DocumentDelivery } from './document-delivery.ts'

export async function insertDelivery(tx: Queryable, delivery: DocumentDelivery): Promise<void> {
  await tx.query(sql`
    insert into document_deliveries (id, policy_id, thing, delivered_on, evidence, recorded_by,
      recorded_at)
    values (${delivery.id}, ${delivery.policyId}, ${delivery.thing}, ${delivery.deliveredOn},
      ${delivery.evidence}, ${delivery.recordedBy}, ${delivery.recordedAt})`)
}

/** All of a policy, in the order in which they were recorded. */
export async function selectDeliveries(
  db: Queryable,
  policyId: PolicyId,
): Promise<DocumentDelivery[]> {
  return db.query<DocumentDelivery>(sql`
    select id, policy_id as "policyId", thing, delivered_on as "deliveredOn", evidence,
      recorded_by as "recordedBy", recorded_at as "recordedAt"
    from document_deliveries where policy_id = ${policyId} order by id`)
}
