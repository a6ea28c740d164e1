import { Type } from '../wire/type.ts'
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
import { personal } from '../wire/personal.ts'

/** The members that an offer shares with the policy that it becomes: they are one record. */
export const saleFields = {
  id: text('The id of the offer. The policy that it becomes has the same id.'),
  version_id: text('The active version. Send it as If-Match with a policy transaction.'),
  distributor_id: text('The distributor who sold it.'),
  insurer_id: text('The insurer, who carries the risk.'),
  item_id: text('The item of the product that was sold.'),
  product_id: text('The product.'),
  product_version_id: text('The product version that was sold. It stays with the policy.'),
  touchpoint_id: text('The integration through which it was sold.'),
  integration_version_id: text('The version of that integration.'),
  subscription_plan_id: text('The payment plan.'),
  customer_id: text('The customer.'),
  insurer_policy_id: text('The policy number, as printed on documents.'),
  insurer_external_policy_id: text(
    "The policy number in the insurer's own systems; empty until it is set.",
  ),
  first_name: personal(text("The customer's first name.")),
  last_name: personal(text("The customer's last name.")),
  email: personal(text("The customer's e-mail address.")),
  currency: text('ISO 4217, in lower case.'),
  language: text('The language in which the customer bought.'),
  flow: text('The sales flow: `standard`, unless the pricing returns another value.'),
  status: oneOf(
    ['ready', 'accepted', 'paid', 'cancelled', 'expired'],
    '`ready`: an offer. `accepted`: a payment has started. `paid`: a policy, in force or ' +
      'about to start. `cancelled`, `expired`: no longer in force.',
  ),
  quote: named(quoteOfPolicySchema),
  media: personal(anyArray('As sent with the offer.')),
  assets: Type.Array(named(assetSchema), {
    description: 'The documents of the offer, or of the policy and its cancellation.',
  }),
  metadata: personal(anyObject('As sent with the offer.')),
  cancellation_reason: textOrNull('The reason for the cancellation; null if not cancelled.'),
  cancelled_by: text(
    '`distributor` or `insurer`, whoever cancelled or received a withdrawal; `system` for a lapse; ' +
      'empty if not cancelled.',
  ),
  cancelled_at: timestampOrNull('When it was cancelled; null if not cancelled.'),
  distributor_traffic_source: textOrNull('As sent with the offer.'),
  referrer_url: personal(textOrNull('As sent with the offer.')),
  whitelisted_referrer_url: textOrNull(
    'The allowed origin of the integration that matches the referrer; null if none does.',
  ),
  payment_token: textOrNull('The payment token of the offer.'),
  linked_policy_id: textOrNull('A related policy, or null.'),
  sales_lead_id: textOrNull('As sent with the offer.'),
  accepted_at: timestampOrNull('When the payment started; null before that.'),
  created_at: timestampText('When the offer was created.'),
  contains_sensitive_data: flag(
    'Whether sensitive data was sent. The data itself is never returned.',
  ),
  is_version_assembled: flag('False while a policy transaction is in progress.'),
}
