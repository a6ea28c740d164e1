import type { CustomerId, PolicyId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { Party } from './party.ts'

const columns = fragment`
  id, policy_id as "policyId", role, customer_id as "customerId", content_id as "contentId",
  first_name as "firstName", last_name as "lastName", email, birth_date as "birthDate",
  from_day as "fromDay", until_day as "untilDay", reason, set_by as "setBy",
  created_at as "createdAt", ended_reason as "endedReason", ended_by as "endedBy",
  ended_at as "endedAt"`

/** With the policy locked. */
export async function insertParty(tx: Queryable, party: Party): Promise<void> {
  await tx.query(sql`
    insert into policy_parties (id, policy_id, role, customer_id, content_id, first_name, last_name,
      email, birth_date, from_day, until_day, reason, set_by, created_at, ended_reason, ended_by,
      ended_at)
    values (${party.id}, ${party.policyId}, ${party.role}, ${party.customerId}, ${party.contentId},
      ${party.firstName}, ${party.lastName}, ${party.email}, ${party.birthDate}, ${party.fromDay},
      ${party.untilDay}, ${party.reason}, ${party.setBy}, ${party.createdAt}, ${party.endedReason},
      ${party.endedBy}, ${party.endedAt})`)
}

/** In the order in which they were recorded. */
export async function selectParties(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<Party[]> {
  return db.query<Party>(compose`
    select ${columns} from policy_parties where policy_id = any(${policyIds}) order by number`)
}

/** With the policy locked: the one that has not ended. */
export async function updatePartyEnded(
  tx: Queryable,
  { id }: Pick<Party, 'id'>,
  end: Pick<Party, 'contentId' | 'untilDay' | 'endedReason' | 'endedBy' | 'endedAt'>,
): Promise<void> {
  await tx.query(sql`
    update policy_parties set content_id = ${end.contentId}, until_day = ${end.untilDay},
      ended_reason = ${end.endedReason}, ended_by = ${end.endedBy}, ended_at = ${end.endedAt}
    where id = ${id} and ended_at is null`)
}

/** The policies that these customers have, or had, since they were handed over. */
export async function selectHandedOver(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<PolicyId[]> {
  const rows = await db.query<{ policyId: PolicyId }>(sql`
    select distinct policy_id as "policyId" from policy_parties
    where customer_id = any(${customerIds})`)
  return rows.map(({ policyId }) => policyId)
}
