import type { PolicyId } from '../kernel/index.ts'
import { type Queryable, compose } from '../database/index.ts'
import type { Policy } from './policy.ts'
import { heldNow } from './searched-rows-store.ts'

/** By what people know a policy: its number, and who holds it now. */
export type Policyholder = Pick<Policy, 'insurerPolicyId' | 'firstName' | 'lastName'>

export async function selectPolicyholders(
  db: Queryable,
  policyIds: readonly PolicyId[],
  now: Temporal.Instant,
): Promise<ReadonlyMap<PolicyId, Policyholder>> {
  const asked = [...new Set(policyIds)]
  if (asked.length === 0) return new Map()
  const rows = await db.query<Policyholder & { readonly id: PolicyId }>(compose`
    select id, insurer_policy_id as "insurerPolicyId",
      coalesce(held.first_name, policies.first_name) as "firstName",
      coalesce(held.last_name, policies.last_name) as "lastName"
    from policies left join lateral (${heldNow(now)}) held on true
    where id = any(${asked})`)
  return new Map(rows.map(({ id, ...holder }) => [id, holder]))
}
