import { type Static, Type } from 'typebox'
import { policyExample, publicPolicyExample } from './examples.ts'
import { saleFields as sale } from './sale-fields.ts'
import {
  anyObject,
  flag,
  link,
  links,
  oneOf,
  transactionLink,
  text,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'

/** Closed, so that nobody reads it as the beginning of something longer. */
export const publicPolicySchema = Type.Object(
  {
    id: sale.id,
    insurer_policy_id: sale.insurer_policy_id,
    insurer_external_policy_id: sale.insurer_external_policy_id,
    status: sale.status,
    _links: Type.Object(
      { _self: link },
      { additionalProperties: false, description: 'Where to go from here.' },
    ),
  },
  {
    $id: 'PublicPolicy',
    additionalProperties: false,
    description: 'What the holder of a public key may see of a policy, and nothing else.',
    examples: [publicPolicyExample],
  },
)

const suspendedSince = Type.Optional(
  timestampText(
    'Since when there is no cover because the premium is not paid; only while it is so.',
  ),
)

const localizedDatesSchema = Type.Object(
  {
    policy_created_date: timestampText('When the policy was issued, or the offer made.'),
    start_date: timestampText('When cover begins.'),
    end_date: timestampOrNull('The last second of cover; null while the end is open.'),
    termination_date: timestampOrNull('The last second of cover of a cancelled policy.'),
    suspended_since: suspendedSince,
    time_zone: text('The name of the zone, for example `Europe/Berlin`.'),
  },
  { description: 'The dates of the policy as clocks show them where the product is sold.' },
)

const mandateSchema = Type.Object(
  {
    provider: text('The payment provider that collects.'),
    method: text('The payment method.'),
    status: oneOf(
      ['active', 'replaced', 'revoked', 'declined'],
      '`active`: instalments are collected by it. `revoked`: its provider says that it is there ' +
        'no longer. `declined`: for good. A payment of an open invoice brings another.',
    ),
  },
  { description: 'What lets an instalment be collected.' },
)

export const policySchema = Type.Object(
  {
    id: sale.id,
    version_id: sale.version_id,
    distributor_id: sale.distributor_id,
    distributor_key: text("The distributor's short name; not a credential."),
    touchpoint_id: sale.touchpoint_id,
    item_id: sale.item_id,
    product_id: sale.product_id,
    product_version_id: sale.product_version_id,
    integration_version_id: sale.integration_version_id,
    insurer_policy_id: sale.insurer_policy_id,
    insurer_external_policy_id: sale.insurer_external_policy_id,
    first_name: sale.first_name,
    last_name: sale.last_name,
    email: sale.email,
    currency: sale.currency,
    language: sale.language,
    expired: flag('Whether the cover, or the time to pay for the offer, has run out.'),
    policy_created_date: timestampText('When the policy was issued, or the offer made.'),
    start_date: timestampText('When cover begins.'),
    end_date: timestampOrNull('The last second of cover; null while the end is open.'),
    termination_date: timestampOrNull('The last second of cover of a cancelled policy.'),
    suspended_since: suspendedSince,
    status: sale.status,
    data: anyObject(
      'The policy data, with dataset items in place of their ids, and `payment_metadata`.',
    ),
    quote: sale.quote,
    metadata: sale.metadata,
    cancellation_reason: sale.cancellation_reason,
    cancelled_by: sale.cancelled_by,
    cancelled_at: sale.cancelled_at,
    referrer_url: sale.referrer_url,
    assets: sale.assets,
    media: sale.media,
    is_locked: flag('True while a modification is in progress.'),
    localized_dates: localizedDatesSchema,
    contains_sensitive_data: sale.contains_sensitive_data,
    sales_lead_id: sale.sales_lead_id,
    insurer_id: sale.insurer_id,
    subscription_plan_id: sale.subscription_plan_id,
    flow: sale.flow,
    distributor_traffic_source: sale.distributor_traffic_source,
    payment_token: sale.payment_token,
    mandate: Type.Optional(mandateSchema),
    whitelisted_referrer_url: sale.whitelisted_referrer_url,
    linked_policy_id: sale.linked_policy_id,
    customer_id: sale.customer_id,
    accepted_at: sale.accepted_at,
    created_at: sale.created_at,
    is_version_assembled: sale.is_version_assembled,
    _links: links({
      _self: link,
      distributor: link,
      item: link,
      touchpoint: link,
      endorsement: Type.Optional(transactionLink),
      cancel: Type.Optional(transactionLink),
      reactivate: Type.Optional(transactionLink),
      renewal: Type.Optional(link),
      preview: Type.Optional(transactionLink),
    }),
  },
  {
    $id: 'Policy',
    description: 'The whole policy, for the holder of a secret key.',
    examples: [policyExample],
  },
)

/**
 * Either view. Written as one list of allowed members, because the serializer would try the
 * branches of a `oneOf` on every answer; the document shows the branches.
 */
export const anyPolicySchema = Type.Unsafe<
  Static<typeof policySchema> | Static<typeof publicPolicySchema>
>({
  ...Type.Partial(
    Type.Object({
      ...policySchema.properties,
      _links: Type.Partial(policySchema.properties._links),
    }),
  ),
  description: 'The policy, as far as the key may see it.',
  'x-views': ['Policy', 'PublicPolicy'],
})
