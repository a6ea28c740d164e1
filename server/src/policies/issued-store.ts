import type { AccountId, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Policy } from './policy.ts'

/** Which policies are meant: those that were issued by the end of a day, where they were sold. */
export interface IssuedSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly issuedBy: Temporal.PlainDate
  readonly id: string | null
  readonly productId: string | null
  readonly distributorId: string | null
}

/** What reports say of a policy. */
export type IssuedPolicy = Pick<
  Policy,
  'id' | 'insurerPolicyId' | 'productId' | 'distributorId' | 'currency' | 'timeZone'
>

/** Newest first. */
export function searchIssued(
  db: Queryable,
  { insurerId, livemode, issuedBy, id, productId, distributorId }: IssuedSearch,
  page: Page,
): Promise<PageRows<IssuedPolicy>> {
  return searchPage(db, page, {
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        id,
        product_id: productId,
        distributor_id: distributorId,
      }),
      fragment`issued_at is not null`,
      fragment`(issued_at at time zone time_zone)::date <= ${issuedBy}::date`,
    ],
    select: fragment`
      select id, insurer_policy_id as "insurerPolicyId", product_id as "productId",
        distributor_id as "distributorId", currency, time_zone as "timeZone"
      from policies`,
    isPlannedByValue: true,
  })
}

/** A version that is or was the active one of its policy, and since when. */
export interface ActivatedVersion {
  readonly policyId: PolicyId
  readonly id: PolicyVersionId
  readonly number: number
  readonly activeSince: Temporal.Instant
}

export async function selectActivated(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<ActivatedVersion[]> {
  return db.query<ActivatedVersion>(sql`
    select policy_id as "policyId", id, number, coalesce(settled_at, created_at) as "activeSince"
    from policy_versions
    where policy_id = any(${policyIds}) and state in ('active', 'superseded')`)
}
