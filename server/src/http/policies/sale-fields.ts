import { Type } from 'typebox'
import { assetSchema } from '../documents/assets.ts'
import { quoteOfPolicySchema } from '../quotes/quote.ts'
import {
  anyArray,
  anyObject,
  flag,
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'

/** What an offer and the policy that it becomes say alike, since they are one record. */
export const saleFields = {
  id: text('The offer, which keeps this id when it becomes a policy.'),
  version_id: text('The version that holds now. Send it as If-Match with an order.'),
  distributor_id: text('Who sold it.'),
  insurer_id: text('Who carries the risk.'),
  item_id: text('The item of the product that was sold.'),
  product_id: text('The product.'),
  product_version_id: text('The version of the product that was sold; it stays with the policy.'),
  touchpoint_id: text('The integration through which it was sold.'),
  integration_version_id: text('The version of that integration.'),
  subscription_plan_id: text('The payment plan.'),
  customer_id: text('The customer.'),
  insurer_policy_id: text('The policy number, as it stands on paper.'),
  insurer_external_policy_id: text("The number in the insurer's own books; empty until it is set."),
  first_name: text("The customer's first name."),
  last_name: text("The customer's last name."),
  email: text("The customer's e-mail address."),
  currency: text('ISO 4217, in lower case.'),
  language: text('The language in which the customer bought.'),
  flow: text('`standard`, unless pricing says otherwise.'),
  status: oneOf(
    ['ready', 'accepted', 'paid', 'cancelled', 'expired'],
    '`ready`: offered. `accepted`: a payment has started. `paid`: a policy in force or to come. ' +
      '`cancelled`, `expired`: over.',
  ),
  quote: named(quoteOfPolicySchema),
  media: anyArray('As sent with the offer.'),
  assets: Type.Array(named(assetSchema), {
    description: 'The documents: of the offer, or of the policy and its cancellation.',
  }),
  metadata: anyObject('As sent with the offer.'),
  cancellation_reason: textOrNull('Why it was cancelled; null unless it was.'),
  cancelled_by: text('`distributor` or `insurer`; empty unless cancelled.'),
  cancelled_at: timestampOrNull('When it was cancelled; null unless it was.'),
  distributor_traffic_source: textOrNull('As sent with the offer.'),
  referrer_url: textOrNull('As sent with the offer.'),
  whitelisted_referrer_url: textOrNull(
    'The allowed origin of the integration that the referrer matched, or null.',
  ),
  payment_token: textOrNull('The token that pays, or has paid, for it.'),
  linked_policy_id: textOrNull('Another policy that this one belongs to, or null.'),
  sales_lead_id: textOrNull('As sent with the offer.'),
  accepted_at: timestampOrNull('When the payment started; null before.'),
  created_at: timestampText('When the offer was made.'),
  contains_sensitive_data: flag('Whether sensitive data was sent. It is never shown.'),
  is_version_assembled: flag('False while a modification is in progress.'),
}
