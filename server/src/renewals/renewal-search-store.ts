import type { AccountId, PolicyId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  given,
  searchPage,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import { limitsByPolicy } from '../policies/index.ts'
import type { RenewalState } from './renewal.ts'

/** Renewals whose next term begins after one of these days. */
export interface RenewalSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly state: RenewalState | null
  /** Of the last days of terms. */
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
}

/** By policy, newest first: which of its terms is meant, and of which policy. */
export function searchRenewalRows(
  db: Queryable,
  wanted: RenewalSearch,
  page: Page,
): Promise<PageRows<{ readonly id: PolicyId; readonly firstDay: Temporal.PlainDate }>> {
  const conditions = [
    ...equal({ insurer_id: wanted.insurerId, livemode: wanted.livemode, state: wanted.state }),
    withinLimits(wanted.limits, limitsByPolicy),
    given(wanted.from, (day) => fragment`first_day > ${day}::date`),
    given(wanted.until, (day) => fragment`first_day <= ${day}::date + 1`),
  ].filter((one) => one !== null)
  return searchPage(db, page, {
    select: fragment`
      select id, "firstDay" from (
        select distinct on (policy_id) policy_id as id, first_day as "firstDay"
        from renewals where ${conditions} order by policy_id, first_day desc) as found`,
    where: [],
  })
}
