import { Type } from '../wire/type.ts'
import { createdOfferExample, offerExample, offerRequestExample } from './examples.ts'
import { saleFields as sale } from '../policies/sale-fields.ts'
import { anyArray, anyObject, link, links, text } from '../wire/schema.ts'
import { dataOfProduct, maskedMember } from '../wire/personal.ts'

/** Checked by the product's rules, which have their own error messages. */
const customerText = (description: string) => Type.Unsafe<unknown>({ type: 'string', description })
const optionalText = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000, description }),
  )

export const createOfferBody = Type.Object(
  {
    first_name: customerText("The customer's first name."),
    last_name: customerText("The customer's last name."),
    email: customerText("The customer's e-mail address."),
    language: Type.String({
      minLength: 1,
      maxLength: 35,
      description: 'One of the languages of the product, for example `en`.',
    }),
    data: anyObject(
      'The policy data, checked against the field definition of the product. The id of a ' +
        'dataset item (`dai_...`) may be sent in place of the item.',
    ),
    quote_token: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The token of the quote.',
    }),
    sensitive_data: Type.Optional(anyObject('Encrypted at rest and never returned.')),
    metadata: Type.Optional(anyObject('Your own data, returned unchanged.')),
    media: Type.Optional(anyArray('Your own data, returned unchanged.')),
    distributor_traffic_source: optionalText('Where the customer came from.'),
    referrer_url: optionalText('The page on which the customer bought.'),
    sales_lead_id: optionalText(
      'The lead of the sale: the id of a saved lead (`led_...`), or a reference of your own.',
    ),
    handover_required: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description:
          'Whether the offer can be paid only once the customer has received the documents that ' +
          'the product hands over: opened by their links, or by mail. Without it, and for ' +
          'products that hand over none, the offer can be paid at once.',
      }),
    ),
  },
  {
    $id: 'CreateOffer',
    description: 'The customer, the quote and the policy data.',
    examples: [offerRequestExample],
  },
)

export const createdOfferSchema = Type.Object(
  {
    id: sale.id,
    insurer_policy_id: sale.insurer_policy_id,
    payment_token: text('Send it as `token` of the payment.'),
    _links: links({
      _self: link,
      assets: Type.Object(
        { offer: link, policy: link },
        { description: 'The documents for the customer. The links need no key.' },
      ),
    }),
  },
  {
    $id: 'CreatedOffer',
    description: 'A new offer, with the token to pay for it.',
    examples: [createdOfferExample],
  },
)

export const offerSchema = Type.Object(
  {
    id: sale.id,
    version_id: sale.version_id,
    distributor_id: sale.distributor_id,
    insurer_id: sale.insurer_id,
    item_id: sale.item_id,
    product_version_id: sale.product_version_id,
    touchpoint_id: sale.touchpoint_id,
    product_id: sale.product_id,
    integration_version_id: sale.integration_version_id,
    subscription_plan_id: sale.subscription_plan_id,
    insurer_policy_id: sale.insurer_policy_id,
    first_name: sale.first_name,
    last_name: sale.last_name,
    email: sale.email,
    currency: sale.currency,
    language: sale.language,
    flow: sale.flow,
    status: sale.status,
    quote: sale.quote,
    data: dataOfProduct('The policy data, with dataset items in place of their ids.'),
    media: sale.media,
    assets: sale.assets,
    metadata: sale.metadata,
    cancellation_reason: sale.cancellation_reason,
    cancelled_by: sale.cancelled_by,
    cancelled_at: sale.cancelled_at,
    distributor_traffic_source: sale.distributor_traffic_source,
    referrer_url: sale.referrer_url,
    payment_token: sale.payment_token,
    whitelisted_referrer_url: sale.whitelisted_referrer_url,
    linked_policy_id: sale.linked_policy_id,
    customer_id: sale.customer_id,
    accepted_at: sale.accepted_at,
    created_at: sale.created_at,
    contains_sensitive_data: sale.contains_sensitive_data,
    is_version_assembled: sale.is_version_assembled,
    masked: maskedMember,
    _links: links({ _self: link, item: link, touchpoint: link }),
  },
  {
    $id: 'Offer',
    description: 'An offer: a policy that is not paid for yet.',
    examples: [offerExample],
  },
)
