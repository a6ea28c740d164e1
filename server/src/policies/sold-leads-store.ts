import type { AccountId, PolicyId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'

/** Of whose sale a lead was, and in which mode. */
export interface LeadOfSale {
  readonly id: string
  readonly distributorId: AccountId
  readonly livemode: boolean
}

/** The policies that leads have become, by the lead; an offer is none yet. */
export async function selectPoliciesOfLeads(
  db: Queryable,
  leads: readonly LeadOfSale[],
): Promise<ReadonlyMap<string, PolicyId>> {
  if (leads.length === 0) return new Map()
  const rows = leads.map(({ id, distributorId, livemode }) => ({ id, distributorId, livemode }))
  // What others send as their reference may be anything, a lead of somebody else included.
  const sold = await db.query<{ leadId: string; policyId: PolicyId }>(sql`
    select p.sales_lead_id as "leadId", p.id as "policyId"
    from policies p
    join json_to_recordset(${json(rows)}::json) as l(
        id text, "distributorId" text, livemode boolean)
      on p.sales_lead_id = l.id and p.distributor_id = l."distributorId"
      and p.livemode = l.livemode
    where p.sales_lead_id is not null and p.issued_at is not null
    order by p.id desc`)
  return new Map(sold.map(({ leadId, policyId }) => [leadId, policyId]))
}
