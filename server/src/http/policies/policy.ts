import { allowed } from '../access/allowed.ts'
import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { coverStates } from '../../timelines/index.ts'
import { policyExample, publicPolicyExample } from './examples.ts'
import { saleFields as sale } from './sale-fields.ts'
import {
  flag,
  link,
  links,
  oneOf,
  transactionLink,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { dataOfProduct, maskedMember } from '../wire/personal.ts'

/** Closed, so that a whole policy never matches it. */
export const publicPolicySchema = Type.Object(
  {
    id: sale.id,
    insurer_policy_id: sale.insurer_policy_id,
    insurer_external_policy_id: sale.insurer_external_policy_id,
    status: sale.status,
    _links: Type.Object(
      { _self: link },
      { additionalProperties: false, description: 'Links to related resources.' },
    ),
  },
  {
    $id: 'PublicPolicy',
    additionalProperties: false,
    description: 'The part of a policy that a public key can see.',
    examples: [publicPolicyExample],
  },
)

const suspendedSince = Type.Optional(
  timestampText(
    'When cover was suspended because the premium was not paid. Absent unless cover is ' +
      'suspended.',
  ),
)

const localizedDatesSchema = Type.Object(
  {
    policy_created_date: timestampText('When the policy was issued, or the offer created.'),
    start_date: timestampText('When cover begins.'),
    end_date: timestampOrNull('The last second of cover; null if the policy is open-ended.'),
    termination_date: timestampOrNull(
      'The last second of cover of a cancelled policy; otherwise null.',
    ),
    suspended_since: suspendedSince,
    time_zone: text('The time zone, for example `Europe/Berlin`.'),
  },
  { description: 'The dates of the policy in the time zone of the product.' },
)

const coverSchema = Type.Object(
  {
    state: oneOf(
      coverStates,
      '`covered`: losses are insured. `suspended`: not insured, because the premium was not ' +
        'paid. `gap`: not insured, between a cancellation and a reinstatement. `ended`: not ' +
        'insured any more: cancelled, lapsed or expired. `not_begun`: not insured yet.',
    ),
    first_day: textOrNull(
      'The first of the consecutive days with this state; null for `not_begun`.',
    ),
    last_day: textOrNull(
      'The last of them. Null for `ended`, for cover without an end, and for an offer that ' +
        'is not paid.',
    ),
  },
  { description: 'Whether losses are insured today, or on the day of `as_of`.' },
)

const mandateSchema = Type.Object(
  {
    provider: text('The payment provider that collects.'),
    method: text('The payment method.'),
    status: oneOf(
      ['active', 'replaced', 'revoked', 'declined'],
      '`active`: instalments are collected with it. `replaced`: a newer mandate is used. ' +
        '`revoked`: by the customer, as the provider, the insurer or the distributor recorded. ' +
        '`declined`: permanently declined. Paying an open invoice or a mandate link creates a ' +
        'new mandate.',
    ),
  },
  { description: 'The mandate with which instalments are collected. Absent if there is none.' },
)

/** What can be done with a policy, under the names of the calls. */
export const actsOnPolicy = [
  'endorse',
  'create_endorsement_link',
  'adjust',
  'cancel',
  'move_end',
  'withdraw',
  'reactivate',
  'record_delivery',
  'hold_dunning',
  'reveal',
] as const

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
    expired: flag('Whether the cover has ended, or the offer has expired.'),
    policy_created_date: timestampText('When the policy was issued, or the offer created.'),
    start_date: timestampText('When cover begins.'),
    end_date: timestampOrNull('The last second of cover; null if the policy is open-ended.'),
    termination_date: timestampOrNull(
      'The last second of cover of a cancelled policy; otherwise null.',
    ),
    suspended_since: suspendedSince,
    status: sale.status,
    cover: coverSchema,
    data: dataOfProduct(
      'The policy data, with dataset items in place of their ids, and `payment_metadata`.',
    ),
    quote: sale.quote,
    metadata: sale.metadata,
    cancellation_reason: sale.cancellation_reason,
    cancellation_kind: textOrNull(
      'Who ended the contract: `customer`, `insurer`, `agreement`, or `system` after a lapse; ' +
        'null if not cancelled, or if the cancellation named no kind.',
    ),
    cancellation_reason_code: textOrNull(
      'The reason, by a code of the product, or `non_payment` after a lapse; null if there is ' +
        'none.',
    ),
    cancelled_by: sale.cancelled_by,
    cancelled_at: sale.cancelled_at,
    referrer_url: sale.referrer_url,
    assets: sale.assets,
    media: sale.media,
    is_locked: flag('True while a policy transaction is in progress.'),
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
    allowed: Type.Optional(allowed(...actsOnPolicy)),
    masked: maskedMember,
    _links: links({
      _self: link,
      distributor: link,
      item: link,
      touchpoint: link,
      endorsement: Type.Optional(transactionLink),
      adjust: Type.Optional(transactionLink),
      cancel: Type.Optional(transactionLink),
      move_end: Type.Optional(transactionLink),
      withdraw: Type.Optional(transactionLink),
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
  description: 'The part of the policy that the key can see.',
  'x-views': ['Policy', 'PublicPolicy'],
})
