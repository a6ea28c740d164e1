import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type NewPolicy, type Policy, statusAt } from '../../policies/index.ts'
import type { Links } from '../links.ts'
import { quoteOfPolicySchema, viewQuoteOfPolicy } from './quote.ts'
import {
  anyArray,
  anyObject,
  link,
  links,
  named,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from './schema.ts'

const optionalText = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000, description }),
  )

export const createOfferBody = Type.Object(
  {
    first_name: Type.Unsafe<unknown>({ type: 'string', description: "The customer's first name." }),
    last_name: Type.Unsafe<unknown>({ type: 'string', description: "The customer's last name." }),
    email: Type.Unsafe<unknown>({ type: 'string', description: "The customer's e-mail address." }),
    language: Type.String({
      minLength: 1,
      maxLength: 35,
      description: 'One of the product languages.',
    }),
    data: anyObject("The policy data, checked against the product's field definition."),
    quote_token: Type.String({ minLength: 1, maxLength: 500, description: 'From the quote.' }),
    sensitive_data: Type.Optional(anyObject('Encrypted at rest; never returned.')),
    metadata: Type.Optional(anyObject('Anything of your own; returned as it is.')),
    media: Type.Optional(anyArray('Anything of your own; returned as it is.')),
    distributor_traffic_source: optionalText('Where the customer came from.'),
    referrer_url: optionalText('The page on which the customer bought.'),
    sales_lead_id: optionalText('Your own reference of the lead.'),
  },
  { $id: 'CreateOffer' },
)
export type CreateOfferBody = Static<typeof createOfferBody>

export const createdOfferSchema = Type.Object(
  {
    id: text('The policy id, which the offer keeps when it is paid.'),
    insurer_policy_id: text('The policy number.'),
    payment_token: text('Redeem it when paying.'),
    _links: links({
      _self: link,
      assets: Type.Object({ offer: link, policy: link }),
    }),
  },
  { $id: 'CreatedOffer' },
)

export function viewCreatedOffer(policy: NewPolicy, to: Links): Static<typeof createdOfferSchema> {
  return {
    id: policy.id,
    insurer_policy_id: policy.insurerPolicyId,
    payment_token: policy.paymentToken,
    _links: {
      _self: to.policy(policy.id),
      assets: {
        offer: to.offerAssets(policy.id, policy.assetToken),
        policy: to.policyAssets(policy.id, policy.assetToken),
      },
    },
  }
}

export const offerSchema = Type.Object(
  {
    id: Type.String(),
    version_id: Type.String(),
    distributor_id: Type.String(),
    insurer_id: Type.String(),
    item_id: Type.String(),
    product_version_id: Type.String(),
    touchpoint_id: Type.String(),
    product_id: Type.String(),
    integration_version_id: Type.String(),
    subscription_plan_id: Type.String(),
    insurer_policy_id: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    currency: Type.String(),
    language: Type.String(),
    flow: Type.String(),
    status: Type.String({ enum: ['ready', 'accepted', 'paid', 'cancelled', 'expired'] }),
    quote: named<Static<typeof quoteOfPolicySchema>>('QuoteOfPolicy'),
    data: anyObject('The policy data, dataset items expanded.'),
    media: anyArray('As sent.'),
    assets: anyArray('The documents.'),
    metadata: anyObject('As sent.'),
    cancellation_reason: textOrNull('Null unless cancelled.'),
    cancelled_by: text('Empty unless cancelled.'),
    cancelled_at: timestampOrNull('Null unless cancelled.'),
    distributor_traffic_source: textOrNull('As sent.'),
    referrer_url: textOrNull('As sent.'),
    payment_token: textOrNull('Redeem it when paying.'),
    whitelisted_referrer_url: textOrNull('The allowed origin that the referrer matched.'),
    linked_policy_id: textOrNull('Null.'),
    customer_id: Type.String(),
    accepted_at: timestampOrNull('Null before payment starts.'),
    created_at: timestampText('When the offer was made.'),
    contains_sensitive_data: Type.Boolean(),
    is_version_assembled: Type.Boolean(),
    _links: links({ _self: link, item: link, touchpoint: link }),
  },
  { $id: 'Offer' },
)

export function viewOffer(
  policy: Policy,
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
    assets: [],
    metadata: policy.metadata,
    cancellation_reason: policy.cancellationReason,
    cancelled_by: policy.cancelledBy,
    cancelled_at: timestampOf(policy.cancelledAt),
    distributor_traffic_source: policy.distributorTrafficSource,
    referrer_url: policy.referrerUrl,
    payment_token: policy.paymentToken,
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

export function timestampOf(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : timestamp(instant)
}
