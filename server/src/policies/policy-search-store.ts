import type { AccountId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  fragment,
  idsBetween,
  pageOf,
  search,
  windowOf,
} from '../database/index.ts'
import type { Policy, PolicyStatus } from './policy.ts'

/** What management shows of a policy in a list. */
export type PolicySummary = Pick<
  Policy,
  | 'id'
  | 'versionId'
  | 'status'
  | 'livemode'
  | 'insurerPolicyId'
  | 'productId'
  | 'distributorId'
  | 'itemId'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'currency'
  | 'timeZone'
  | 'grossPaymentAmount'
  | 'startDay'
  | 'endDay'
  | 'terminationDay'
  | 'offerExpiresAt'
  | 'createdAt'
  | 'clockId'
>

/** What tells one sale from all others, or one customer's from those of others. */
export interface SaleSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  /** The policy number. */
  readonly number: string | null
  readonly email: string | null
}

/** Ids are only looked up: what is no id finds nothing. */
export interface PolicySearch extends SaleSearch {
  /** Offers were never paid; policies were. */
  readonly kind: 'offers' | 'policies'
  readonly id: string | null
  /** The beginning of the last name, or of first and last name. */
  readonly name: string | null
  readonly status: PolicyStatus | null
  readonly productId: string | null
  readonly distributorId: string | null
  readonly createdFrom: Temporal.Instant | null
  readonly createdUntil: Temporal.Instant | null
}

/**
 * Newest first. Every condition has an index that begins with the insurer and ends with the id. The
 * ids of a page are found first: where the index alone tells them, no other row is fetched. Of a row
 * that no longer says what holds, the segment of today is read; on a test clock rows are up to date.
 */
export async function searchPolicies(
  db: Queryable,
  wanted: PolicySearch,
  page: Page,
  now: Temporal.Instant,
): Promise<PageRows<PolicySummary>> {
  const window = windowOf(page)
  const conditions = [...conditionsOf(wanted), ...window.conditions]
  const rows = await db.query<PolicySummary>(search`
    with page as materialized (select id from policies where ${conditions} ${window.order})
    select id, p.version_id as "versionId", status, livemode,
      insurer_policy_id as "insurerPolicyId", product_id as "productId",
      distributor_id as "distributorId", item_id as "itemId",
      coalesce(held.first_name, p.first_name) as "firstName",
      coalesce(held.last_name, p.last_name) as "lastName", coalesce(held.email, p.email) as email,
      currency, time_zone as "timeZone",
      coalesce(held.payment, gross_payment_amount) as "grossPaymentAmount",
      start_day as "startDay", end_day as "endDay", termination_day as "terminationDay",
      offer_expires_at as "offerExpiresAt", created_at as "createdAt",
      clock_id as "clockId"
    from page join policies p using (id)
    left join lateral (
      select c.first_name, c.last_name, c.email, s.payment
      from policy_segments s join policy_contents c on c.id = s.content_id
      where p.clock_id is null and p.holds_until <= ${now}::timestamptz and s.version_id = p.version_id
        and s.first_day <= (${now}::timestamptz at time zone p.time_zone)::date
      order by s.first_day desc limit 1) held on true
    ${window.order}`)
  return pageOf(rows, page)
}

/** The ids of all sales that are known by these, to be found in another search. */
export function saleIds(wanted: SaleSearch): Fragment {
  return fragment`select id from policies where ${saleConditions(wanted)}`
}

function conditionsOf(wanted: PolicySearch): Fragment[] {
  const conditions = [
    ...saleConditions(wanted),
    wanted.kind === 'offers' ? fragment`issued_at is null` : fragment`issued_at is not null`,
    ...idsBetween('tpol_', wanted.createdFrom, wanted.createdUntil),
  ]
  if (wanted.id !== null) conditions.push(fragment`id = ${wanted.id}`)
  if (wanted.productId !== null) conditions.push(fragment`product_id = ${wanted.productId}`)
  if (wanted.name !== null) conditions.push(...nameConditions(wanted.name))
  if (wanted.status !== null) conditions.push(fragment`status = ${wanted.status}`)
  if (wanted.distributorId !== null) {
    conditions.push(fragment`distributor_id = ${wanted.distributorId}`)
  }
  return conditions
}

function saleConditions(wanted: SaleSearch): Fragment[] {
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
  ]
  if (wanted.number !== null) conditions.push(fragment`insurer_policy_id = ${wanted.number}`)
  if (wanted.email !== null) conditions.push(fragment`lower(email) = lower(${wanted.email})`)
  return conditions
}

/** Beyond every character that a name can begin with. */
const last = '\u{10FFFF}'

/**
 * The beginning of the last name, or a first name and the beginning of the last. A range instead of
 * LIKE, so that the index serves whatever plan the database chooses.
 */
export function nameConditions(name: string): Fragment[] {
  const words = name.trim().toLowerCase().split(/\s+/)
  const lastName = words.at(-1) ?? ''
  const firstName = words.slice(0, -1).join(' ')
  const conditions = [
    fragment`lower(last_name) collate "C" >= ${lastName}`,
    fragment`lower(last_name) collate "C" < ${lastName + last}`,
  ]
  if (firstName !== '') {
    conditions.push(
      fragment`lower(first_name) collate "C" >= ${firstName}`,
      fragment`lower(first_name) collate "C" < ${firstName + last}`,
    )
  }
  return conditions
}
