import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const knockout = reason({
  kind: 'knockout',
  code: 'knockout',
  when: 'The product declines this risk.',
  message: 'knockout',
})
export const calculationFailed = reason({
  kind: 'calculation_failed',
  code: 'calculation_failed',
  when: 'The price could not be calculated. Only the insurer of the product sees the place and the reason.',
  message: (why: string | null) =>
    why === null ? 'The quote calculation failed.' : `The quote calculation failed at ${why}`,
  example: [null],
})
export const priceOutOfRange = reason({
  kind: 'calculation_failed',
  code: 'price_out_of_range',
  when:
    'The price is above the largest amount, 1,000,000,000,000 minor units. The insurer gets the ' +
    'event `product.price_out_of_range`.',
  message: (place: string | null) =>
    `The quote calculation failed: ${place ?? 'the price'} is above the largest amount. The insurer has to correct the pricing.`,
  example: [null],
})
export const quoteNotFound = notFound('Quote', {
  code: 'quote_not_found',
  when: 'You have no such quote in this mode.',
  example: exampleIds.quote,
})
export const quoteTokenUnknown = reason({
  kind: 'invalid_quote_token',
  code: 'unknown_quote_token',
  when: 'The token is unknown, or belongs to another distributor.',
  message: 'The quote token is invalid.',
})
export const quoteTokenExpired = reason({
  kind: 'invalid_quote_token',
  code: 'expired_quote_token',
  when: 'The quote was made too long ago.',
  message: 'The quote token is invalid: the quote has expired. Create a new quote.',
})
export const quoteTokenOvertaken = reason({
  kind: 'invalid_quote_token',
  code: 'overtaken_quote_token',
  when: 'An answer is no longer valid, such as a start date that has passed.',
  message: (fields: string) =>
    `The quote token is invalid: the quoted ${fields} no longer passes the product's rules. Create a new quote.`,
  example: ['policy_start_date'],
})
export const quoteTokenOfEndorsement = reason({
  kind: 'invalid_quote_token',
  code: 'quote_token_of_endorsement',
  when: 'The quote was made for an endorsement of a policy.',
  message: (policyId: string) =>
    `The quote token is invalid: the quote is for an endorsement of policy ${policyId}, not for an offer.`,
  example: [exampleIds.policy],
})
export const quoteTokenOfSale = reason({
  kind: 'invalid_quote_token',
  code: 'quote_token_of_sale',
  when: 'The quote was made for an offer.',
  message: 'The quote token is invalid: the quote is for an offer. Create a quote with policy_id.',
})
export const quoteTokenOfOther = reason({
  kind: 'invalid_quote_token',
  code: 'quote_token_of_other_policy',
  label: 'quote_token_of_other',
  when: 'The quote was made for an endorsement of another policy.',
  message: (policyId: string) =>
    `The quote token is invalid: the quote is for an endorsement of a policy other than ${policyId}.`,
  example: [exampleIds.policy],
})
export const quoteTokenOfOlder = reason({
  kind: 'invalid_quote_token',
  code: 'quote_token_of_older_version',
  label: 'quote_token_of_older',
  when: 'The policy has changed since the quote was made.',
  message: (policyId: string) =>
    `The quote token is invalid: policy ${policyId} has changed since the quote was made. Create a new quote.`,
  example: [exampleIds.policy],
})
export const coverMoved = reason({
  kind: 'validation_failed',
  code: 'cover_moved',
  when: 'The answers would change the days of cover or the number of payments.',
  message: (what: string) =>
    `An endorsement cannot change the days of cover or the number of payments: ${what} must stay as it is.`,
  example: ['policy_end_date'],
})
