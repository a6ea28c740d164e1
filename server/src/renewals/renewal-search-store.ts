import type { AccountId, PolicyId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  pageOf,
  windowOf,
} from '../database/index.ts'
import type { RenewalState } from './renewal.ts'

/** Renewals whose next term begins after one of these days. */
export interface RenewalSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly state: RenewalState | null
  /** Of the last days of terms. */
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
}

/** By policy, newest first: which of its terms is meant, and of which policy. */
export async function searchRenewalRows(
  db: Queryable,
  wanted: RenewalSearch,
  page: Page,
): Promise<PageRows<{ readonly id: PolicyId; readonly firstDay: Temporal.PlainDate }>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
  ]
  if (wanted.state !== null) conditions.push(fragment`state = ${wanted.state}`)
  if (wanted.from !== null) conditions.push(fragment`first_day > ${wanted.from}::date`)
  if (wanted.until !== null) conditions.push(fragment`first_day <= ${wanted.until}::date + 1`)
  const outer = window.conditions.length === 0 ? [fragment`true`] : window.conditions
  const rows = await db.query<{ id: PolicyId; firstDay: Temporal.PlainDate }>(compose`
    select id, "firstDay" from (
      select distinct on (policy_id) policy_id as id, first_day as "firstDay"
      from renewals where ${conditions} order by policy_id, first_day desc) as found
    where ${outer} ${window.order}`)
  return pageOf(rows, page)
}
