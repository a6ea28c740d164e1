import type { Static } from 'typebox'
import { endOfDay, startOfDay, timestamp } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import { type Policy, type PolicyIdentity, statusAt } from '../../policies/index.ts'
import type { PolicyTokens } from '../../sales/index.ts'
import type { PolicyAction } from '../../policy-transactions/index.ts'
import type { Mandate } from '../../payments/index.ts'
import type { Links } from '../links.ts'
import { viewAssets } from '../documents/assets.ts'
import type { policySchema, publicPolicySchema } from './policy.ts'
import { timestampOf } from '../wire/timestamp.ts'
import { viewQuoteOfPolicy } from '../quotes/view-quote.ts'

/** What anybody with the public key may see of a policy, and nothing else. */
export function viewPublicPolicy(
  policy: Policy,
  now: Temporal.Instant,
  to: Links,
): Static<typeof publicPolicySchema> {
  return {
    id: policy.id,
    insurer_policy_id: policy.insurerPolicyId,
    insurer_external_policy_id: policy.insurerExternalPolicyId,
    status: statusAt(policy, now),
    _links: { _self: to.policy(policy.id) },
  }
}

/** The full view, for a secret key that may see the sale. */
export function viewPolicy(
  policy: Policy,
  tokens: PolicyTokens,
  documents: readonly PolicyDocument[],
  distributorKey: string,
  now: Temporal.Instant,
  to: Links,
  /** What the caller may order of it now. */
  orders: readonly PolicyAction[],
  /** The newest, where there is one. */
  mandate: Mandate | null,
): Static<typeof policySchema> {
  const status = statusAt(policy, now)
  return {
    id: policy.id,
    version_id: policy.versionId,
    distributor_id: policy.distributorId,
    distributor_key: distributorKey,
    touchpoint_id: policy.integrationId,
    item_id: policy.itemId,
    product_id: policy.productId,
    product_version_id: policy.productVersionId,
    integration_version_id: policy.integrationVersionId,
    insurer_policy_id: policy.insurerPolicyId,
    insurer_external_policy_id: policy.insurerExternalPolicyId,
    first_name: policy.firstName,
    last_name: policy.lastName,
    email: policy.email,
    currency: policy.currency,
    language: policy.language,
    expired: status === 'expired',
    ...datesOf(policy, 'UTC'),
    status,
    data: { payment_metadata: [], ...policy.data },
    quote: viewQuoteOfPolicy(policy),
    metadata: policy.metadata,
    cancellation_reason: policy.cancellationReason,
    cancelled_by: policy.cancelledBy,
    cancelled_at: timestampOf(policy.cancelledAt),
    referrer_url: policy.referrerUrl,
    assets: viewAssets(documents, tokens.asset, to),
    media: policy.media,
    is_locked: policy.isLocked,
    localized_dates: { ...datesOf(policy, policy.timeZone), time_zone: policy.timeZone },
    contains_sensitive_data: policy.containsSensitiveData,
    sales_lead_id: policy.salesLeadId,
    insurer_id: policy.insurerId,
    subscription_plan_id: policy.planId,
    flow: policy.flow,
    distributor_traffic_source: policy.distributorTrafficSource,
    payment_token: tokens.payment,
    ...(mandate === null ? {} : { mandate: viewMandate(mandate) }),
    whitelisted_referrer_url: policy.whitelistedReferrerUrl,
    linked_policy_id: policy.linkedPolicyId,
    customer_id: policy.customerId,
    accepted_at: timestampOf(policy.acceptedAt),
    created_at: timestamp(policy.createdAt),
    is_version_assembled: !policy.isLocked,
    _links: {
      _self: to.policy(policy.id),
      distributor: to.distributor(policy.distributorId),
      item: to.item(policy.itemId),
      touchpoint: to.touchpoint(policy.integrationId),
      ...linksOfActions(policy, orders, to),
    },
  }
}

/** Where what is possible now is ordered, and looked at before. A correction is a change that counts from an earlier day. */
function linksOfActions({ id }: PolicyIdentity, orders: readonly PolicyAction[], to: Links) {
  const method = 'POST' as const
  return {
    ...(orders.includes('endorsement') && {
      endorsement: { ...to.policy(id), method: 'PATCH' as const },
    }),
    ...(orders.includes('cancellation') && { cancel: { ...to.cancelPolicy(id), method } }),
    ...(orders.includes('reinstatement') && { reactivate: { ...to.reactivatePolicy(id), method } }),
    ...(orders.includes('renewal') && { renewal: to.renewal(id) }),
    ...(orders.some((kind) => kind !== 'renewal') && {
      preview: { ...to.previewTransaction(id), method },
    }),
  }
}

/** Days begin and end where the product is sold; the moments are then told in the wanted zone. */
function datesOf(policy: Policy, zone: string) {
  const lastSecond = (day: Temporal.PlainDate | null) =>
    day === null ? null : timestamp(endOfDay(day, policy.timeZone), zone)
  return {
    policy_created_date: timestamp(policy.issuedAt ?? policy.createdAt, zone),
    start_date: timestamp(startOfDay(policy.startDay, policy.timeZone), zone),
    end_date: lastSecond(policy.endDay),
    termination_date: lastSecond(policy.terminationDay),
    ...(policy.suspendedSince !== null && {
      suspended_since: timestamp(startOfDay(policy.suspendedSince, policy.timeZone), zone),
    }),
  }
}

function viewMandate({ provider, method, state }: Mandate) {
  return { provider, method, status: state }
}
