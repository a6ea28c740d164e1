import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { BillingPeriod } from '../timelines/index.ts'

/** What the ledger says on a day of a billing period. */
export interface PostedPeriod {
  readonly policyId: PolicyId
  readonly period: BillingPeriod
  /** What was charged by then, net of tax and fees. */
  readonly net: number
  /** Versions that changed its price, and whose charges were posted later. */
  readonly laterVersions: readonly PolicyVersionId[]
}

/** The periods of some policies for which a charge was posted on a day or before. */
export async function selectPostedPeriods(
  db: Queryable,
  policyIds: readonly PolicyId[],
  day: Temporal.PlainDate,
): Promise<PostedPeriod[]> {
  const rows = await db.query<BillingPeriod & Omit<PostedPeriod, 'period'>>(sql`
    select policy_id as "policyId", period_first_day as "firstDay", period_last_day as "lastDay",
      whole_days as "wholeDays", days_before as "daysBefore",
      (sum(amount - tax - fee) filter (where booking_day <= ${day}))::bigint as net,
      array(select unnest(array_agg(version_id) filter (where booking_day > ${day})))
        as "laterVersions"
    from charges where policy_id = any(${policyIds})
    group by policy_id, period_first_day, period_last_day, whole_days, days_before
    having min(booking_day) <= ${day}`)
  return rows.map(({ policyId, net, laterVersions, ...period }) => {
    return { policyId, net, laterVersions, period }
  })
}
