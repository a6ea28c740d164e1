import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

/** What POST /policies refuses. */
export const createOfferErrors = [
  refused(
    'validation_failed',
    'invalid_data',
    'Members of the body or fields of the policy data break the rules of the product.',
    'Data validation failed.',
    [
      { code: 'required', field: 'language', rules: ['required'] },
      { code: 'invalid_value', field: 'email', rules: ['email'] },
      { code: 'required', field: 'company_name', path: 'data', rules: ['required'] },
    ],
  ),
  refused(
    'invalid_quote_token',
    'unknown_quote_token',
    'The token is not one of ours, or of another distributor.',
    'The quote token is invalid.',
  ),
  refused(
    'invalid_quote_token',
    'expired_quote_token',
    'The quote was made too long ago.',
    'The quote token is invalid: the quote has expired. Create a new quote.',
  ),
  refused(
    'invalid_quote_token',
    'overtaken_quote_token',
    'Time has overtaken an answer, such as a start date that has passed since.',
    "The quote token is invalid: the quoted policy_start_date no longer passes the product's rules. Create a new quote.",
  ),
  refused(
    'unsupported_language',
    'unsupported_language',
    'The product is not sold in this language.',
    'The language fr is not supported. This product speaks en, de.',
  ),
  refused(
    'not_found',
    'product_version',
    'What was quoted is no longer there.',
    `Product version ${ids.productVersion} was not found.`,
  ),
]

/** What GET /offers/{offerId} refuses. */
export const showOfferErrors = [
  refused('not_permitted', 'foreign_offer', 'The offer belongs to another distributor.', ''),
  refused(
    'not_found',
    'offer',
    'There is no such offer in this mode.',
    `Offer ${ids.policy} was not found.`,
  ),
]
