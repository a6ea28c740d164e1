import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

/** What POST /payments refuses. */
export const createPaymentErrors = [
  refused(
    'validation_failed',
    'missing_member',
    'The body itself lacks a member.',
    'Data validation failed.',
    [{ code: 'required', field: 'method', rules: ['required'] }],
  ),
  refused(
    'payment_not_allowed',
    'wrong_token',
    'Token and policy do not belong together.',
    'The payment token does not belong to an offer with this policy_id.',
  ),
  refused(
    'payment_not_allowed',
    'not_in_plan',
    'The payment plan knows another way to pay.',
    'The payment plan does not allow invoice/card. It allows invoice/invoice, sandbox/card.',
  ),
  refused(
    'payment_not_allowed',
    'test_mode_only',
    'A live sale cannot be paid in the sandbox.',
    'The payment provider sandbox works in test mode only.',
  ),
  refused(
    'payment_not_allowed',
    'offer_expired',
    'The time to pay has run out.',
    `Policy ${ids.policy} cannot be paid: the offer has expired.`,
  ),
  refused(
    'payment_not_allowed',
    'already_paid',
    'It was paid before.',
    `Policy ${ids.policy} cannot be paid: it is already paid.`,
  ),
  refused(
    'authentication_required',
    'key_of_another_account',
    'The key is not of the account and mode that made the offer.',
    'Not authorized for policy purchase: this key is not of the account and mode that made the offer.',
  ),
  refused(
    'not_found',
    'payment_provider',
    'There is no such payment provider.',
    'The payment provider cash cannot be identified. There are: invoice, distributor, sandbox.',
  ),
  refused(
    'payment_pending',
    'payment_pending',
    'Another payment has not been decided yet.',
    `Policy ${ids.policy} already has a pending payment ${ids.payment}.`,
  ),
]

/** What GET /payments/{paymentId} refuses. */
export const showPaymentErrors = [
  refused('not_found_silent', 'payment', 'There is no such payment that this key may see.', ''),
]

/** What a payment provider's callback is refused for. */
export const callbackErrors = [
  refused(
    'authentication_required',
    'unsigned',
    'The signature is missing, wrong or too old.',
    'Authentication is required: the callback is not signed by the provider, or is too old.',
  ),
  refused(
    'not_found',
    'payment_provider',
    'The provider is unknown, or never calls back.',
    'The payment provider invoice takes no callbacks.',
  ),
  refused(
    'not_found',
    'payment',
    'There is no such payment.',
    `Payment ${ids.payment} was not found.`,
  ),
]
