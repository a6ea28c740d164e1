import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const providerUnknown = reason({
  kind: 'not_found',
  code: 'payment_provider_not_found',
  label: 'payment_provider',
  when: 'There is no such payment provider.',
  message: (provider: string, known: Iterable<string>) =>
    `The payment provider ${provider} cannot be identified. Known providers: ${[...known].join(', ')}.`,
  example: ['cash', ['invoice', 'distributor', 'sandbox', 'bank_transfer', 'stripe']],
})
export const wrongToken = reason({
  kind: 'payment_not_allowed',
  code: 'wrong_payment_token',
  label: 'wrong_token',
  when: 'The payment token belongs to another policy.',
  message: 'The payment token does not belong to an offer with this policy_id.',
})
/** The same for a policy that there is not: a link gives nothing away to those who guess. */
export const paymentLinkNotFound = notFound('Payment link', {
  code: 'payment_link_not_found',
  when: 'There is no such policy, or the token is for nothing of it.',
  example: exampleIds.policy,
})
export const keyOfAnotherAccount = reason({
  kind: 'authentication_required',
  code: 'key_of_another_account',
  when: 'The key belongs to another account or mode than the one that made the offer.',
  message:
    'Not authorized for policy purchase: this key belongs to another account or mode than the one that made the offer.',
})
export const notInPlan = reason({
  kind: 'payment_not_allowed',
  code: 'payment_method_not_in_plan',
  label: 'not_in_plan',
  when: 'The payment plan does not allow this provider or method.',
  message: (way: string, allowed: readonly string[]) =>
    `The payment plan does not allow ${way}. It allows ${allowed.join(', ')}.`,
  example: ['invoice/card', ['invoice/invoice', 'sandbox/card']],
})
export const testModeOnly = reason({
  kind: 'payment_not_allowed',
  code: 'test_mode_only',
  when: 'The provider works in test mode only.',
  message: (provider: string) => `The payment provider ${provider} works in test mode only.`,
  example: ['sandbox'],
})
export const waitsForUnderwriter = reason({
  kind: 'payment_not_allowed',
  code: 'waits_for_underwriter',
  when: 'An underwriter has to accept the risk first.',
  message: (id: string) =>
    `Policy ${id} cannot be paid: an underwriter has to accept the risk first.`,
  example: [exampleIds.policy],
})
export const offerExpired = reason({
  kind: 'payment_not_allowed',
  code: 'offer_expired',
  when: 'The offer has expired.',
  message: (id: string) => `Policy ${id} cannot be paid: the offer has expired.`,
  example: [exampleIds.policy],
})
export const proposalOver = reason({
  kind: 'payment_not_allowed',
  code: 'proposal_over',
  when: 'The proposed transaction has lapsed, or another transaction of the policy took effect first.',
  message: (id: string) =>
    `The proposal of policy ${id} that this token pays for has lapsed or was replaced. Request the transaction again.`,
  example: [exampleIds.policy],
})
export const invoiceClosed = reason({
  kind: 'payment_not_allowed',
  code: 'invoice_closed',
  when: 'The invoice of the token is no longer open.',
  message: (id: string, state: string) =>
    `Invoice ${id} cannot be paid: it is ${state === 'written_off' ? 'written off' : state}.`,
  example: [exampleIds.invoice, 'settled'],
})
export const waitsForReceipt = reason({
  kind: 'payment_not_allowed',
  code: 'waits_for_receipt',
  when: 'The payment is already expected outside of the platform: the invoice stays open until the receipt is recorded.',
  message: (id: string, provider: string) =>
    `Invoice ${id} cannot be paid by ${provider}: it stays open until a receipt is recorded. Record the receipt, or pay with another provider.`,
  example: [exampleIds.invoice, 'invoice'],
})
export const arrearsOnAccount = reason({
  kind: 'payment_not_allowed',
  code: 'arrears_on_account',
  when: 'A reinstatement cannot be paid on account while earlier invoices are open.',
  message: (id: string, arrears: number, currency: string) =>
    `Policy ${id} has arrears of ${arrears} ${currency} (minor units). Record the receipts of its open invoices and pay again, or pay the whole amount in another way.`,
  example: [exampleIds.policy, 20_434, 'eur'],
})
export const alreadyPaid = reason({
  kind: 'payment_not_allowed',
  code: 'already_paid',
  when: 'The policy is already paid.',
  message: (id: string, status: string) => `Policy ${id} cannot be paid: it is already ${status}.`,
  example: [exampleIds.policy, 'paid'],
})
export const paymentPending = reason({
  kind: 'payment_pending',
  code: 'payment_pending',
  when: 'Another payment of the policy is pending.',
  message: (policyId: string, paymentId: string) =>
    `Policy ${policyId} already has a pending payment ${paymentId}.`,
  example: [exampleIds.policy, exampleIds.payment],
})
export const disputeNotFound = notFound('Dispute', {
  code: 'dispute_not_found',
  when: 'There is no such dispute.',
  example: exampleIds.dispute,
})
export const reconciliationItemNotFound = notFound('Reconciliation row', {
  code: 'reconciliation_item_not_found',
  when: 'You have no such row in this mode.',
  example: exampleIds.reconciliationItem,
})
export const differenceNotOpen = reason({
  kind: 'not_open',
  code: 'difference_not_open',
  when: 'Both sides say the same, one of them is not decided, or the difference was accepted.',
  message: (id: string, state: string) =>
    `The row ${id} is ${state}. Only a difference that is unmatched can be accepted.`,
  example: [exampleIds.reconciliationItem, 'accepted'],
})
export const differenceNotAccepted = reason({
  kind: 'not_open',
  code: 'difference_not_accepted',
  when: 'Nobody has accepted the difference, or it has become another one.',
  message: (id: string, state: string) =>
    `The row ${id} is ${state}. Only a difference that was accepted can be reopened.`,
  example: [exampleIds.reconciliationItem, 'unmatched'],
})
export const differenceNotThat = reason({
  kind: 'not_open',
  code: 'difference_not_that',
  when: 'The difference is not the one of the request any more.',
  message: (id: string, difference: number) =>
    `The difference of the row ${id} is ${difference} by now. Look at it again.`,
  example: [exampleIds.reconciliationItem, -1_000],
})
export const paymentNotFound = notFound('Payment', {
  code: 'payment_not_found',
  when: 'There is no such payment.',
  example: exampleIds.payment,
})
export const paymentUnseen = reason({
  kind: 'not_found_silent',
  code: 'unseen_payment',
  label: 'payment',
  when: 'There is no such payment that this key may see.',
  message: 'There is no such payment.',
})
export const refundNotFound = notFound('Refund', {
  code: 'refund_not_found',
  when: 'You have no such refund in this mode.',
  example: exampleIds.refund,
})

/** Why a mandate cannot be revoked. */
export const mandateNotFound = notFound('Mandate', {
  code: 'mandate_not_found',
  when: 'The policy has no such mandate.',
  example: exampleIds.mandate,
})
export const mandateEnded = reason({
  kind: 'not_open',
  code: 'mandate_ended',
  when: 'The mandate has ended already.',
  message: (id: string, state: string) => `Mandate ${id} is not active: it is ${state}.`,
  example: [exampleIds.mandate, 'revoked'],
})

/** Why a customer cannot give a mandate by a link. */
export const mandateNotPossible = reason({
  kind: 'not_open',
  code: 'mandate_not_possible',
  when: 'The policy is not paid for yet, or no instalments can be collected for it.',
  message: (id: string, why: string) => `No mandate can be given for policy ${id}: ${why}.`,
  example: [exampleIds.policy, 'it is not paid for yet'],
})
export const mandateTokenUnknown = reason({
  kind: 'authentication_required',
  code: 'mandate_token_unknown',
  label: 'mandate_token',
  when: 'The token is missing or invalid, has expired, or is for another policy.',
  message: 'The Mandate-Token is unknown or has expired. Ask for a new mandate link.',
})
export const mandateLinkUsed = reason({
  kind: 'not_open',
  code: 'mandate_link_used',
  when: 'A mandate was given by this link already.',
  message: 'A mandate was given by this link already. Ask for a new mandate link.',
})

/** Why a provider's callback is refused. */
export const noCallbacks = reason({
  kind: 'not_found',
  code: 'no_callbacks',
  label: 'payment_provider',
  when: 'The provider is unknown, or sends no callbacks.',
  message: (provider: string) => `The payment provider ${provider} sends no callbacks.`,
  example: ['invoice'],
})
export const unsignedCallback = reason({
  kind: 'authentication_required',
  code: 'callback_unsigned',
  label: 'unsigned',
  when: 'The signature is missing, wrong or too old.',
  message: 'Authentication is required: the callback is not signed by the provider, or is too old.',
})
export const callbackNotTaken = reason({
  kind: 'temporarily_unavailable',
  code: 'callback_not_taken',
  when: 'The provider did not answer when it was asked about what the callback names.',
  message: (provider: string) =>
    `${provider} did not answer when it was asked about this. Call again later.`,
  example: ['stripe'],
})
export const unreadableCallback = reason({
  kind: 'malformed_request',
  code: 'unreadable_callback',
  when: 'The callback is signed, but its content cannot be read.',
  message:
    'The callback must name a payment_id or mandate_setup_id, and a status, which is ok, failed or charged_back.',
})

/** Why a person cannot resolve a payment or a refund. */
export const paymentNotInDoubt = reason({
  kind: 'not_in_doubt',
  code: 'payment_not_in_doubt',
  label: 'not_in_doubt',
  when: 'The provider has reported the outcome of the payment.',
  message: (id: string, status: string) => `Payment ${id} is not in doubt: it is ${status}.`,
  example: [exampleIds.payment, 'ok'],
})
export const paymentTakenBack = reason({
  kind: 'not_in_doubt',
  code: 'payment_charged_back',
  label: 'charged_back',
  when: 'The payment was charged back. Money that arrived again is recorded as a receipt.',
  message: (id: string) =>
    `Payment ${id} was charged back. If the money has arrived again, record it as a receipt of the invoice and resolve the payment as failed.`,
  example: [exampleIds.payment],
})
export const refundNotInDoubt = reason({
  kind: 'not_in_doubt',
  code: 'refund_not_in_doubt',
  label: 'not_in_doubt',
  when: 'The refund is in progress or was paid.',
  message: (id: string, status: string) => `Refund ${id} is not in doubt: it is ${status}.`,
  example: [exampleIds.refund, 'ok'],
})
export const refundMayBeMade = reason({
  kind: 'not_in_doubt',
  code: 'refund_may_be_made',
  label: 'may_be_made',
  when: 'The provider has not rejected the refund yet.',
  message: (id: string) =>
    `The outcome of refund ${id} is not known yet: the provider may still carry it out. Retry the refund once it has failed.`,
  example: [exampleIds.refund],
})
export const refundNotOwed = reason({
  kind: 'not_in_doubt',
  code: 'refund_not_owed',
  when: 'The amount was offset against amounts that the customer owes.',
  message: (id: string) =>
    `Refund ${id} is no longer owed: its amount has been set off against what the customer owes. If the money was paid out anyway, resolve the refund as ok.`,
  example: [exampleIds.refund],
})

/** Why an account at a provider cannot be stored or used. */
export const noCredentials = reason({
  kind: 'not_found',
  code: 'no_credentials_needed',
  when: 'There is no such payment provider, or it needs no credentials.',
  message: (provider: string) => `The payment provider ${provider} takes no credentials.`,
  example: ['invoice'],
})
export const credentialsNotFound = reason({
  kind: 'not_found',
  code: 'credentials_not_found',
  when: 'No credentials of this provider are stored in this mode.',
  message: (provider: string) =>
    `No credentials of ${provider} are stored in this mode. Set them first.`,
  example: ['stripe'],
})
export const credentialInvalid = reason({
  kind: 'validation_failed',
  code: 'credential_invalid',
  when: 'A field of the credentials is missing, unknown or does not look as it must.',
  message: (provider: string, field: string, form: string) =>
    `The field ${field} of ${provider} must be ${form}.`,
  errors: (_provider, field) => [
    { code: 'invalid_value', field: `fields.${field}`, rules: ['regex'] },
  ],
  example: [
    'stripe',
    'secret_key',
    'a secret or restricted key of test mode: sk_test_... or rk_test_...',
  ],
})
export const providerNotSetUp = reason({
  kind: 'payment_not_allowed',
  code: 'payment_provider_not_set_up',
  when: 'The insurer has not set up its account at the provider in this mode.',
  message: (provider: string) =>
    `The payment provider ${provider} is not set up in this mode. Its credentials have to be stored first.`,
  example: ['stripe'],
})
