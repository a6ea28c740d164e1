import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import { type Policy, statusAt } from '../../policies/index.ts'
import type { MadeOffer, PolicyTokens } from '../../sales/index.ts'
import type { Links } from '../links.ts'
import { viewAssets } from '../documents/assets.ts'
import type { createdOfferSchema, offerSchema } from './offer.ts'
import { timestampOf } from '../wire/timestamp.ts'
import { viewQuoteOfPolicy } from '../quotes/view-quote.ts'

export function viewCreatedOffer(
  { policy, tokens }: MadeOffer,
  to: Links,
): Static<typeof createdOfferSchema> {
  return {
    id: policy.id,
    insurer_policy_id: policy.insurerPolicyId,
    payment_token: tokens.payment,
    _links: {
      _self: to.policy(policy.id),
      assets: {
        offer: to.offerAssets(policy.id, tokens.asset),
        policy: to.policyAssets(policy.id, tokens.asset),
      },
    },
  }
}

export function viewOffer(
  policy: Policy,
  tokens: PolicyTokens,
  documents: readonly PolicyDocument[],
  now: Temporal.Instant,
  to: Links,
): Static<typeof offerSchema> {
  return {
    id: policy.id,
    version_id: policy.versionId,
    distributor_id: policy.distributorId,
    insurer_id: policy.insurerId,
    item_id: policy.itemId,
    product_version_id: policy.productVersionId,
    touchpoint_id: policy.integrationId,
    product_id: policy.productId,
    integration_version_id: policy.integrationVersionId,
    subscription_plan_id: policy.planId,
    insurer_policy_id: policy.insurerPolicyId,
    first_name: policy.firstName,
    last_name: policy.lastName,
    email: policy.email,
    currency: policy.currency,
    language: policy.language,
    flow: policy.flow,
    status: statusAt(policy, now),
    quote: viewQuoteOfPolicy(policy),
    data: policy.data,
    media: policy.media,
    assets: viewAssets(documents, tokens.asset, to),
    metadata: policy.metadata,
    cancellation_reason: policy.cancellationReason,
    cancelled_by: policy.cancelledBy,
    cancelled_at: timestampOf(policy.cancelledAt),
    distributor_traffic_source: policy.distributorTrafficSource,
    referrer_url: policy.referrerUrl,
    payment_token: tokens.payment,
    whitelisted_referrer_url: policy.whitelistedReferrerUrl,
    linked_policy_id: policy.linkedPolicyId,
    customer_id: policy.customerId,
    accepted_at: timestampOf(policy.acceptedAt),
    created_at: timestamp(policy.createdAt),
    contains_sensitive_data: policy.containsSensitiveData,
    is_version_assembled: !policy.isLocked,
    _links: {
      _self: to.offer(policy.id),
      item: to.item(policy.itemId),
      touchpoint: to.touchpoint(policy.integrationId),
    },
  }
}
