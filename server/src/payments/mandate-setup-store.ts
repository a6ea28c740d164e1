import type { MandateSetupId, PolicyId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { MandateSetup } from './mandate-setup.ts'

const setupColumns = fragment`
  id, policy_id as "policyId", link_id as "linkId", provider, method, status, reference,
  error_code as "errorCode", reason, mandates_before as "mandatesBefore",
  customer_id as "customerId",
  created_at as "createdAt", ended_at as "endedAt"`

/** With the policy locked. */
export async function insertSetup(tx: Queryable, setup: MandateSetup): Promise<void> {
  await tx.query(sql`
    insert into mandate_setups (id, policy_id, link_id, provider, method, status, reference,
      mandates_before, customer_id, created_at)
    values (${setup.id}, ${setup.policyId}, ${setup.linkId}, ${setup.provider}, ${setup.method},
      ${setup.status}, ${setup.reference}, ${setup.mandatesBefore}, ${setup.customerId},
      ${setup.createdAt})`)
}

export async function selectSetup(
  db: Queryable,
  id: MandateSetupId,
): Promise<MandateSetup | undefined> {
  const [setup] = await db.query<MandateSetup>(compose`
    select ${setupColumns} from mandate_setups where id = ${id}`)
  return setup
}

/** All of a policy, oldest first. */
export async function selectSetupsOf(db: Queryable, policyId: PolicyId): Promise<MandateSetup[]> {
  return db.query<MandateSetup>(compose`
    select ${setupColumns} from mandate_setups where policy_id = ${policyId} order by id`)
}

/** What its provider calls it. With the policy locked. */
export async function updateSetupReference(
  tx: Queryable,
  { id }: Pick<MandateSetup, 'id'>,
  reference: string,
): Promise<void> {
  await tx.query(sql`update mandate_setups set reference = ${reference} where id = ${id}`)
}

/** With the policy locked. */
export async function updateSetup(
  tx: Queryable,
  { id }: Pick<MandateSetup, 'id'>,
  end: Pick<MandateSetup, 'status' | 'errorCode' | 'reason'>,
  now: Temporal.Instant,
): Promise<MandateSetup> {
  const [setup] = await tx.query<MandateSetup>(compose`
    update mandate_setups set status = ${end.status}, error_code = ${end.errorCode},
      reason = ${end.reason}, ended_at = ${now}
    where id = ${id} returning ${setupColumns}`)
  if (setup === undefined) throw new Error(`there is no mandate setup ${id}`)
  return setup
}
