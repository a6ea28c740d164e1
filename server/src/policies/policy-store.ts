import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import {
  type Finder,
  type Fragment,
  type Part,
  type Queryable,
  type SelectByIds,
  compose,
  fragment,
  json,
  sql,
  combineStatements,
} from '../database/index.ts'
import type {
  CurrentTerm,
  PolicyEnding,
  PolicyHolder,
  CurrentSnapshot,
  Policy,
  PolicyIdentity,
  PolicyStatus,
  SaleMoments,
  SaleOrigin,
  PolicyState,
  TermEnd,
  TokenHashes,
} from './policy.ts'

/** A policy as it is first written: what only later steps of its life set is still missing. */
export type NewPolicy = Omit<PolicyIdentity, 'insurerExternalPolicyId'> &
  PolicyHolder &
  SaleOrigin &
  TokenHashes &
  Pick<SaleMoments, 'offerExpiresAt'> &
  CurrentTerm &
  TermEnd &
  PolicyState &
  Omit<CurrentSnapshot, 'holdsUntil' | 'suspendedSince'>

/** Policies as offers make them, for the parts that write what belongs to them. */
export function policiesMade(policies: readonly NewPolicy[]): Part {
  return { name: 'policies_made', body: newPolicies(policies) }
}

function newPolicies(policies: readonly NewPolicy[]): Fragment {
  const rows = policies.map((policy) => ({
    ...policy,
    paymentTokenHash: policy.paymentTokenHash.toString('hex'),
    assetTokenHash: policy.assetTokenHash.toString('hex'),
  }))
  return fragment`
    insert into policies (id, version_id, status, livemode, insurer_id, distributor_id, product_id,
      product_version_id, item_id, plan_id, integration_id, integration_version_id, customer_id,
      quote_id, insurer_policy_id, first_name, last_name, email, language, currency, time_zone,
      flow, gross_payment_amount, data, quote, metadata, media, distributor_traffic_source,
      referrer_url, whitelisted_referrer_url, sales_lead_id, linked_policy_id,
      payment_token_hash, asset_token_hash, contains_sensitive_data, start_day, end_day, offer_expires_at, created_at,
      clock_id, term_last_day, renews, renewal_notice_at)
    select "id", "versionId", "status", "livemode", "insurerId", "distributorId", "productId",
      "productVersionId", "itemId", "planId", "integrationId", "integrationVersionId", "customerId",
      "quoteId", "insurerPolicyId", "firstName", "lastName", "email", "language", "currency",
      "timeZone", "flow", "grossPaymentAmount", "data", "quote", "metadata", "media",
      "distributorTrafficSource", "referrerUrl", "whitelistedReferrerUrl", "salesLeadId",
      "linkedPolicyId", decode("paymentTokenHash", 'hex'), decode("assetTokenHash", 'hex'),
      "containsSensitiveData", "startDay", "endDay", "offerExpiresAt", "createdAt", "clockId",
      "termLastDay", "renews", "renewalNoticeAt"
    from json_to_recordset(${json(rows)}::json) as p(
      "id" text, "versionId" text, "status" text, "livemode" boolean, "insurerId" text,
      "distributorId" text, "productId" text, "productVersionId" text, "itemId" text,
      "planId" text, "integrationId" text, "integrationVersionId" text, "customerId" text,
      "quoteId" text, "insurerPolicyId" text, "firstName" text, "lastName" text, "email" text,
      "language" text, "currency" text, "timeZone" text, "flow" text, "grossPaymentAmount" bigint,
      "data" jsonb, "quote" jsonb, "metadata" jsonb, "media" jsonb,
      "distributorTrafficSource" text, "referrerUrl" text, "whitelistedReferrerUrl" text,
      "salesLeadId" text, "linkedPolicyId" text, "paymentTokenHash" text, "assetTokenHash" text,
      "containsSensitiveData" boolean, "startDay" date, "endDay" date,
      "offerExpiresAt" timestamptz, "createdAt" timestamptz, "clockId" text,
      "termLastDay" date, "renews" boolean, "renewalNoticeAt" timestamptz)
    returning id`
}

export async function selectPolicy(db: Finder, id: PolicyId): Promise<Policy | undefined> {
  return db.find<Policy>(policiesByIds, id)
}

/** Several at once, for jobs that go through a portfolio. */
export async function selectPolicies(db: Queryable, ids: readonly PolicyId[]): Promise<Policy[]> {
  return db.query<Policy>(policiesByIds(ids))
}

const policiesByIds: SelectByIds = (ids) => sql`
  select p.id, version_id as "versionId", status, livemode, insurer_id as "insurerId",
    distributor_id as "distributorId", product_id as "productId",
    product_version_id as "productVersionId", item_id as "itemId", plan_id as "planId",
    integration_id as "integrationId", integration_version_id as "integrationVersionId",
    customer_id as "customerId", quote_id as "quoteId", insurer_policy_id as "insurerPolicyId",
    insurer_external_policy_id as "insurerExternalPolicyId", first_name as "firstName",
    last_name as "lastName", email, language, currency, time_zone as "timeZone", flow,
    gross_payment_amount as "grossPaymentAmount", data, quote, metadata, media,
    distributor_traffic_source as "distributorTrafficSource", referrer_url as "referrerUrl",
    whitelisted_referrer_url as "whitelistedReferrerUrl", sales_lead_id as "salesLeadId",
    linked_policy_id as "linkedPolicyId", payment_token_hash as "paymentTokenHash",
    clock_id as "clockId", asset_token_hash as "assetTokenHash", contains_sensitive_data as "containsSensitiveData",
    start_day as "startDay", end_day as "endDay", termination_day as "terminationDay",
    offer_expires_at as "offerExpiresAt", p.created_at as "createdAt",
    accepted_at as "acceptedAt", issued_at as "issuedAt", cancelled_at as "cancelledAt",
    cancelled_by as "cancelledBy", cancellation_reason as "cancellationReason",
    cancellation_kind as "cancellationKind", cancellation_reason_code as "cancellationReasonCode",
    withdrawn_on as "withdrawnOn",
    holds_until as "holdsUntil", suspended_since as "suspendedSince",
    term_last_day as "termLastDay", renews, renewal_notice_at as "renewalNoticeAt",
    exists (select from policy_versions v where v.policy_id = p.id and v.state = 'processing')
      as "isLocked"
  from policies p where p.id = any(${ids})`

/**
 * Holds the rows of policies until the transaction ends, so that changes of one policy take turns.
 * It comes before anything else that a transaction writes about them, and once in a transaction:
 * all locks of a policy's affairs are taken in this one order, several policies in that of their ids.
 */
export async function lockPolicies(tx: Queryable, ids: readonly PolicyId[]): Promise<void> {
  await tx.query(combineStatements([policiesLocked(ids)]))
}

/** The same for one of many that share a transaction: all of them are locked by one statement. */
export async function lockInBatch(tx: Finder, id: PolicyId): Promise<void> {
  await tx.find(policiesHeld, id)
}

const policiesHeld: SelectByIds = (ids) => sql`
  select id from policies where id = any(${ids}) order by id for update`

/** The same for a statement that writes about them as well: it comes first in it. */
export function policiesLocked(ids: readonly PolicyId[]): Part {
  return {
    name: 'policies_locked',
    body: fragment`select id from policies where id = any(${ids}) order by id for update`,
  }
}

export interface StatusMove {
  readonly id: PolicyId
  /** The policy as the caller saw it. */
  readonly versionId: PolicyVersionId
  readonly from: PolicyStatus
  readonly to: PolicyStatus
  readonly acceptedAt: Temporal.Instant | null
  readonly issuedAt: Temporal.Instant | null
}

/**
 * Moves so many policies on, all of them or none: each must still be as the caller saw it. They are
 * looked up by their ids in so many words: a session that is as old as a young database has a plan for
 * a handful of policies, and went on to read all of them for each sale.
 */
export function policiesMoved(moves: readonly StatusMove[], count: number): Part {
  const ids = moves.map(({ id }) => id)
  return {
    name: 'policies_moved',
    rows: count,
    body: fragment`
      update policies p set status = m.to, accepted_at = m."acceptedAt", issued_at = m."issuedAt"
      from json_to_recordset(${json(moves)}::json) as m(
        id text, "versionId" text, "from" text, "to" text, "acceptedAt" timestamptz,
        "issuedAt" timestamptz)
      where p.id = any(${ids}) and p.id = m.id and p.status = m.from
        and p.version_id = m."versionId"
      returning p.id`,
  }
}

/** Updates the row of a policy to its new version: its state, its term and the snapshot of today. */
export async function updateToVersion(
  tx: Queryable,
  id: PolicyId,
  state: PolicyState & PolicyEnding & CurrentTerm & TermEnd,
  held: CurrentSnapshot,
): Promise<void> {
  await tx.query(compose`
    update policies set version_id = ${state.versionId}, status = ${state.status},
      termination_day = ${state.terminationDay}, cancelled_at = ${state.cancelledAt},
      cancelled_by = ${state.cancelledBy}, cancellation_reason = ${state.cancellationReason},
      cancellation_kind = ${state.cancellationKind},
      cancellation_reason_code = ${state.cancellationReasonCode},
      withdrawn_on = ${state.withdrawnOn},
      product_version_id = ${state.productVersionId},
      integration_version_id = ${state.integrationVersionId},
      end_day = ${state.endDay}, ${termEndColumns(state)},
      ${heldColumns(held)}
    where id = ${id}`)
}

/** Hands it to another policyholder, with another token for its documents. With the policy locked. */
export async function updateHolder(
  tx: Queryable,
  id: PolicyId,
  { customerId, paymentTokenHash, assetTokenHash }: PolicyHolder & TokenHashes,
): Promise<void> {
  await tx.query(sql`
    update policies set customer_id = ${customerId}, payment_token_hash = ${paymentTokenHash},
      asset_token_hash = ${assetTokenHash}
    where id = ${id}`)
}

/** Stores the snapshot of today. */
export async function updateSnapshot(
  tx: Queryable,
  id: PolicyId,
  held: CurrentSnapshot,
): Promise<void> {
  await tx.query(compose`update policies set ${heldColumns(held)} where id = ${id}`)
}

/** Stores what happens at the end of the term. */
export async function updateTermEnd(tx: Queryable, id: PolicyId, end: TermEnd): Promise<void> {
  await tx.query(compose`update policies set ${termEndColumns(end)} where id = ${id}`)
}

function termEndColumns(end: TermEnd): Fragment {
  return fragment`
    term_last_day = ${end.termLastDay}, renews = ${end.renews},
    renewal_notice_at = ${end.renewalNoticeAt}`
}

function heldColumns(held: CurrentSnapshot): Fragment {
  return fragment`
    first_name = ${held.firstName}, last_name = ${held.lastName}, email = ${held.email},
    data = ${json(held.data)}::jsonb, quote_id = ${held.quoteId},
    quote = ${json(held.quote)}::jsonb, plan_id = ${held.planId}, gross_payment_amount = ${held.grossPaymentAmount},
    suspended_since = ${held.suspendedSince}, holds_until = ${held.holdsUntil}`
}
