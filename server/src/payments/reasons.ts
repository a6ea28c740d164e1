import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const providerUnknown = reason({
  kind: 'not_found',
  code: 'payment_provider',
  when: 'There is no such payment provider.',
  message: (provider: string, known: Iterable<string>) =>
    `The payment provider ${provider} cannot be identified. There are: ${[...known].join(', ')}.`,
  example: ['cash', ['invoice', 'distributor', 'sandbox']],
})
export const wrongToken = reason({
  kind: 'payment_not_allowed',
  code: 'wrong_token',
  when: 'Token and policy do not belong together.',
  message: 'The payment token does not belong to an offer with this policy_id.',
})
export const keyOfAnotherAccount = reason({
  kind: 'authentication_required',
  code: 'key_of_another_account',
  when: 'The key is not of the account and mode that made the offer.',
  message:
    'Not authorized for policy purchase: this key is not of the account and mode that made the offer.',
})
export const notInPlan = reason({
  kind: 'payment_not_allowed',
  code: 'not_in_plan',
  when: 'The payment plan knows another way to pay.',
  message: (way: string, allowed: readonly string[]) =>
    `The payment plan does not allow ${way}. It allows ${allowed.join(', ')}.`,
  example: ['invoice/card', ['invoice/invoice', 'sandbox/card']],
})
export const testModeOnly = reason({
  kind: 'payment_not_allowed',
  code: 'test_mode_only',
  when: 'A live sale cannot be paid in the sandbox.',
  message: (provider: string) => `The payment provider ${provider} works in test mode only.`,
  example: ['sandbox'],
})
export const waitsForUnderwriter = reason({
  kind: 'payment_not_allowed',
  code: 'waits_for_underwriter',
  when: 'An underwriter has to take on the risk first.',
  message: (id: string) => `Policy ${id} cannot be paid: it waits for an underwriter.`,
  example: [exampleIds.policy],
})
export const offerExpired = reason({
  kind: 'payment_not_allowed',
  code: 'offer_expired',
  when: 'The time to pay has run out.',
  message: (id: string) => `Policy ${id} cannot be paid: the offer has expired.`,
  example: [exampleIds.policy],
})
export const proposalOver = reason({
  kind: 'payment_not_allowed',
  code: 'proposal_over',
  when: 'What the token pays for has lapsed, or another modification came before it.',
  message: (id: string) =>
    `What this token pays for is no longer proposed for policy ${id}. Order it again.`,
  example: [exampleIds.policy],
})
export const invoiceClosed = reason({
  kind: 'payment_not_allowed',
  code: 'invoice_closed',
  when: 'Nothing is left to be paid of what the token pays for.',
  message: (id: string, state: string) =>
    `Invoice ${id} cannot be paid: it is ${state === 'written_off' ? 'written off' : state}.`,
  example: [exampleIds.invoice, 'settled'],
})
export const waitsForReceipt = reason({
  kind: 'payment_not_allowed',
  code: 'waits_for_receipt',
  when: 'It was promised before: the invoice is open until its receipt is recorded.',
  message: (id: string, provider: string) =>
    `Invoice ${id} cannot be paid by ${provider}: it is open until a receipt is recorded. Record it, or pay in another way.`,
  example: [exampleIds.invoice, 'invoice'],
})
export const arrearsOnAccount = reason({
  kind: 'payment_not_allowed',
  code: 'arrears_on_account',
  when: 'A reinstatement cannot be promised on account while invoices from before are open.',
  message: (id: string, arrears: number, currency: string) =>
    `Policy ${id} still owes ${arrears} ${currency} in minor units from before. Record the receipts of its open invoices and pay again, or pay all of it in another way.`,
  example: [exampleIds.policy, 20_434, 'eur'],
})
export const alreadyPaid = reason({
  kind: 'payment_not_allowed',
  code: 'already_paid',
  when: 'It was paid before.',
  message: (id: string, status: string) => `Policy ${id} cannot be paid: it is already ${status}.`,
  example: [exampleIds.policy, 'paid'],
})
export const paymentPending = reason({
  kind: 'payment_pending',
  code: 'payment_pending',
  when: 'Another payment has not been decided yet.',
  message: (policyId: string, paymentId: string) =>
    `Policy ${policyId} already has a pending payment ${paymentId}.`,
  example: [exampleIds.policy, exampleIds.payment],
})
export const paymentNotFound = notFound('Payment', {
  code: 'payment',
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
  code: 'refund',
  when: 'You have no such refund in this mode.',
  example: exampleIds.refund,
})

/** Why a callback is not taken. */
export const noCallbacks = reason({
  kind: 'not_found',
  code: 'no_callbacks',
  label: 'payment_provider',
  when: 'The provider is unknown, or never calls back.',
  message: (provider: string) => `The payment provider ${provider} takes no callbacks.`,
  example: ['invoice'],
})
export const unsignedCallback = reason({
  kind: 'authentication_required',
  code: 'unsigned',
  when: 'The signature is missing, wrong or too old.',
  message: 'Authentication is required: the callback is not signed by the provider, or is too old.',
})
export const unreadableCallback = reason({
  kind: 'malformed_request',
  code: 'unreadable_callback',
  when: 'It is signed, and says nothing that the provider would say.',
  message: 'The callback must name a payment_id and a status, which is ok, failed or charged_back.',
})

/** Why a person cannot say how money ended. */
export const paymentNotInDoubt = reason({
  kind: 'not_in_doubt',
  code: 'payment_not_in_doubt',
  label: 'not_in_doubt',
  when: 'Its provider has told how it ended.',
  message: (id: string, status: string) => `Payment ${id} is not in doubt: it is ${status}.`,
  example: [exampleIds.payment, 'ok'],
})
export const paymentTakenBack = reason({
  kind: 'not_in_doubt',
  code: 'charged_back',
  when: 'It was charged back: money that is there again is recorded as a receipt.',
  message: (id: string) =>
    `Payment ${id} was charged back. If its money is there again, record it as a receipt of the invoice, and resolve the payment as failed.`,
  example: [exampleIds.payment],
})
export const refundNotInDoubt = reason({
  kind: 'not_in_doubt',
  code: 'refund_not_in_doubt',
  label: 'not_in_doubt',
  when: 'It is under way or was made.',
  message: (id: string, status: string) => `Refund ${id} is not in doubt: it is ${status}.`,
  example: [exampleIds.refund, 'ok'],
})
export const refundMayBeMade = reason({
  kind: 'not_in_doubt',
  code: 'may_be_made',
  when: 'The provider has not said no yet.',
  message: (id: string) =>
    `Refund ${id} may still be made: the provider is asked about it until it answers, and it can be ordered again once it has failed.`,
  example: [exampleIds.refund],
})
export const refundNotOwed = reason({
  kind: 'not_in_doubt',
  code: 'refund_not_owed',
  when: 'What came back has paid for what its customer owes by now.',
  message: (id: string) =>
    `Refund ${id} is no longer owed: what came back has paid for what the customer owes by now. If it was given back all the same, resolve it as ok.`,
  example: [exampleIds.refund],
})
