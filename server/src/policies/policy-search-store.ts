import type { AccountId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  idsBetween,
  searchPage,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Policy, PolicyStatus } from './policy.ts'
import { bothOf, foundIn, heldNow, waysToCustomer, waysToStatus } from './searched-rows-store.ts'

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
  | 'customerId'
  | 'currency'
  | 'timeZone'
  | 'grossPaymentAmount'
  | 'startDay'
  | 'endDay'
  | 'terminationDay'
  | 'cancellationKind'
  | 'cancellationReasonCode'
  | 'termLastDay'
  | 'renews'
  | 'offerExpiresAt'
  | 'createdAt'
  | 'clockId'
>

/** The members that identify one sale, or the sales of one customer. */
export interface SaleSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
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

/** Of a policy and of what holds of it now, which is known as `held`. */
export const summaryColumns = fragment`
  id, policies.version_id as "versionId", status, livemode,
  insurer_policy_id as "insurerPolicyId", product_id as "productId",
  distributor_id as "distributorId", item_id as "itemId",
  coalesce(held.first_name, policies.first_name) as "firstName",
  coalesce(held.last_name, policies.last_name) as "lastName",
  coalesce(held.email, policies.email) as email, customer_id as "customerId", currency, time_zone as "timeZone",
  coalesce(held.payment, gross_payment_amount) as "grossPaymentAmount",
  start_day as "startDay", end_day as "endDay", termination_day as "terminationDay",
  cancellation_kind as "cancellationKind",
  cancellation_reason_code as "cancellationReasonCode",
  term_last_day as "termLastDay", renews,
  offer_expires_at as "offerExpiresAt", created_at as "createdAt",
  clock_id as "clockId"`

/**
 * Newest first. Every condition has an index that begins with the insurer and ends with the id. Rows
 * with an outdated snapshot are found, and shown, by the segment that holds now.
 */
export function searchPolicies(
  db: Queryable,
  wanted: PolicySearch,
  page: Page,
  now: Temporal.Instant,
): Promise<PageRows<PolicySummary>> {
  const ways = bothOf(
    waysToStatus(wanted.status, now),
    waysToCustomer([...emailConditions(wanted), ...nameConditions(wanted.name)], now),
  )
  return searchPage(db, page, {
    // Conditions that do not depend on the day.
    where: [
      ...numberConditions(wanted),
      wanted.kind === 'offers' ? fragment`issued_at is null` : fragment`issued_at is not null`,
      ...idsBetween('tpol_', wanted.createdFrom, wanted.createdUntil),
      ...equal({
        id: wanted.id,
        product_id: wanted.productId,
        distributor_id: wanted.distributorId,
      }),
      withinLimits(wanted.limits),
    ],
    ids: (conditions, sort) => fragment`
      select id from (
        ${foundIn(ways, { scope: scopeOf(wanted), conditions, page: sort })}) found ${sort}`,
    select: fragment`
      select ${summaryColumns}
      from page join policies using (id) left join lateral (${heldNow(now)}) held on true`,
    isPlannedByValue: true,
  })
}

/** The ids of all sales that are known by these, to be found in another search. */
export function saleIds(wanted: SaleSearch, now: Temporal.Instant): Fragment {
  return foundIn(waysToCustomer(emailConditions(wanted), now), {
    scope: scopeOf(wanted),
    conditions: numberConditions(wanted),
    page: fragment``,
  })
}

/** The insurer and mode whose policies are searched. */
function scopeOf({ insurerId, livemode }: SaleSearch): Fragment[] {
  return [fragment`insurer_id = ${insurerId}`, fragment`livemode = ${livemode}`]
}

function numberConditions({ number }: SaleSearch): Fragment[] {
  return number === null ? [] : [fragment`insurer_policy_id = ${number}`]
}

function emailConditions({ email }: SaleSearch): Fragment[] {
  return email === null ? [] : [fragment`lower(email) = lower(${email})`]
}

/** Beyond every character that a name can begin with. */
const last = '\u{10FFFF}'

/**
 * The beginning of the last name, or a first name and the beginning of the last. A range instead of
 * LIKE, so that the index serves whatever plan the database chooses.
 */
export function nameConditions(name: string | null): Fragment[] {
  if (name === null) return []
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
