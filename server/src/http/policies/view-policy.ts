import type { Static } from 'typebox'
import { endOfDay, startOfDay, timestamp } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import { type Policy, type PolicyIdentity, statusAt } from '../../policies/index.ts'
import type { PolicyTokens } from '../../sales/index.ts'
import type { PolicyAction } from '../../policy-transactions/index.ts'
import type { Mandate } from '../../payments/index.ts'
import type { CoverOnDay } from '../../timelines/index.ts'
import type { Links } from '../links.ts'
import { viewAssets } from '../documents/assets.ts'
import type { policySchema, publicPolicySchema } from './policy.ts'
import { timestampOf } from '../wire/timestamp.ts'
import { viewQuoteOfPolicy } from '../quotes/view-quote.ts'

/** The part of a policy that a public key may see. */
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
  policy: Policy & { readonly cover: CoverOnDay },
  tokens: PolicyTokens,
  documents: readonly PolicyDocument[],
  distributorKey: string,
  now: Temporal.Instant,
  to: Links,
  /** The transactions that the caller may request now. */
  actions: readonly PolicyAction[],
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
    cover: viewCover(policy.cover),
    data: { payment_metadata: [], ...policy.data },
    quote: viewQuoteOfPolicy(policy),
    metadata: policy.metadata,
    cancellation_reason: policy.cancellationReason,
    cancellation_kind: policy.cancellationKind,
    cancellation_reason_code: policy.cancellationReasonCode,
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
      ...linksOfActions(policy, actions, to),
    },
  }
}

/**
 * Links to the transactions that are possible now. A correction is an endorsement of an earlier
 * day.
 */
function linksOfActions({ id }: PolicyIdentity, actions: readonly PolicyAction[], to: Links) {
  const method = 'POST' as const
  return {
    ...(actions.includes('endorsement') && {
      endorsement: { ...to.policy(id), method: 'PATCH' as const },
    }),
    ...(actions.includes('adjustment') && { adjust: { ...to.adjustPremium(id), method } }),
    ...(actions.includes('cancellation') && { cancel: { ...to.cancelPolicy(id), method } }),
    ...(actions.includes('end_move') && { move_end: { ...to.moveEnd(id), method } }),
    ...(actions.includes('withdrawal') && { withdraw: { ...to.withdrawPolicy(id), method } }),
    ...(actions.includes('reinstatement') && {
      reactivate: { ...to.reactivatePolicy(id), method },
    }),
    ...(actions.includes('renewal') && { renewal: to.renewal(id) }),
    ...(actions.some((kind) => kind !== 'renewal') && {
      preview: { ...to.previewTransaction(id), method },
    }),
  }
}

/**
 * Days begin and end in the time zone of the product; the timestamps are shown in the given zone.
 */
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

function viewCover({ state, firstDay, lastDay }: CoverOnDay) {
  return {
    state,
    first_day: firstDay?.toString() ?? null,
    last_day: lastDay?.toString() ?? null,
  }
}

function viewMandate({ provider, method, state }: Mandate) {
  return { provider, method, status: state }
}
