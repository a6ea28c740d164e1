import { type Static, Type } from 'typebox'
import { endOfDay, startOfDay, timestamp } from '../../kernel/index.ts'
import { type Policy, statusAt } from '../../policies/index.ts'
import type { Links } from '../links.ts'
import { timestampOf } from './offer.ts'
import { type quoteOfPolicySchema, viewQuoteOfPolicy } from './quote.ts'
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

/** What anybody with the public key may see of a policy, and nothing else. */
export const publicPolicySchema = Type.Object(
  {
    id: Type.String(),
    insurer_policy_id: Type.String(),
    insurer_external_policy_id: Type.String(),
    status: Type.String(),
    _links: links({ _self: link }),
  },
  { $id: 'PublicPolicy' },
)

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

export const policySchema = Type.Object(
  {
    id: Type.String(),
    version_id: text('Send it as If-Match when cancelling.'),
    distributor_id: Type.String(),
    distributor_key: text("The distributor's short name; not a credential."),
    touchpoint_id: Type.String(),
    item_id: Type.String(),
    product_id: Type.String(),
    product_version_id: Type.String(),
    integration_version_id: Type.String(),
    insurer_policy_id: Type.String(),
    insurer_external_policy_id: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    currency: Type.String(),
    language: Type.String(),
    expired: Type.Boolean(),
    policy_created_date: timestampText('When the policy was issued, or the offer made.'),
    start_date: timestampText('When cover begins.'),
    end_date: timestampOrNull('The last second of cover; null while the end is open.'),
    termination_date: timestampOrNull('The last second of cover of a cancelled policy.'),
    status: Type.String({ enum: ['ready', 'accepted', 'paid', 'cancelled', 'expired'] }),
    data: anyObject('The policy data, dataset items expanded, and payment_metadata.'),
    quote: named<Static<typeof quoteOfPolicySchema>>('QuoteOfPolicy'),
    metadata: anyObject('As sent.'),
    cancellation_reason: textOrNull('Null unless cancelled.'),
    cancelled_by: text('Empty unless cancelled.'),
    cancelled_at: timestampOrNull('Null unless cancelled.'),
    referrer_url: textOrNull('As sent.'),
    assets: anyArray('The documents.'),
    media: anyArray('As sent.'),
    is_locked: Type.Boolean({ description: 'True while a modification runs.' }),
    localized_dates: Type.Object({
      start_date: timestampText('In the local zone.'),
      end_date: timestampOrNull('In the local zone.'),
      termination_date: timestampOrNull('In the local zone.'),
      policy_created_date: timestampText('In the local zone.'),
      time_zone: text('The name of the zone.'),
    }),
    contains_sensitive_data: Type.Boolean(),
    sales_lead_id: textOrNull('As sent.'),
    insurer_id: Type.String(),
    subscription_plan_id: Type.String(),
    flow: Type.String(),
    distributor_traffic_source: textOrNull('As sent.'),
    payment_token: textOrNull('The token that pays or paid it.'),
    whitelisted_referrer_url: textOrNull('The allowed origin that the referrer matched.'),
    linked_policy_id: textOrNull('Null.'),
    customer_id: Type.String(),
    accepted_at: timestampOrNull('Null before payment starts.'),
    created_at: timestampText('When the offer was made.'),
    is_version_assembled: Type.Boolean(),
    _links: links({ _self: link, distributor: link, item: link, touchpoint: link }),
  },
  { $id: 'Policy' },
)

/** The full view, for a secret key that may see the sale. */
export function viewPolicy(
  policy: Policy,
  distributorKey: string,
  now: Temporal.Instant,
  to: Links,
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
    data: { ...policy.data, payment_metadata: [] },
    quote: viewQuoteOfPolicy(policy),
    metadata: policy.metadata,
    cancellation_reason: policy.cancellationReason,
    cancelled_by: policy.cancelledBy,
    cancelled_at: timestampOf(policy.cancelledAt),
    referrer_url: policy.referrerUrl,
    assets: [],
    media: policy.media,
    is_locked: policy.isLocked,
    localized_dates: { ...datesOf(policy, policy.timeZone), time_zone: policy.timeZone },
    contains_sensitive_data: policy.containsSensitiveData,
    sales_lead_id: policy.salesLeadId,
    insurer_id: policy.insurerId,
    subscription_plan_id: policy.planId,
    flow: policy.flow,
    distributor_traffic_source: policy.distributorTrafficSource,
    payment_token: policy.paymentToken,
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
    },
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
  }
}

export const cancelPolicyBody = Type.Object(
  {
    cancellation_reason: Type.String({ minLength: 1, maxLength: 1000, description: 'Why.' }),
    termination_date: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The last day of cover, an ISO 8601 date.',
    }),
  },
  { $id: 'CancelPolicy' },
)
export type CancelPolicyBody = Static<typeof cancelPolicyBody>

export const acceptedCancellationSchema = Type.Object(
  { policy_id: Type.String(), _links: links({ status: link }) },
  { $id: 'AcceptedCancellation' },
)

export const versionStatusSchema = Type.Object(
  {
    policy_id: Type.String(),
    version_id: Type.String(),
    status: Type.String({ enum: ['processing', 'active', 'superseded', 'failed'] }),
    _links: links({ _self: link, policy: link }),
  },
  { $id: 'VersionStatus' },
)
