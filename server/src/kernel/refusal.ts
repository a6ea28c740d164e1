import type { FieldError } from './words.ts'

/**
 * Everything that Bindery may refuse, as a closed list. Each reason is of one of these kinds; only
 * `http/errors/refusals.ts` knows which status each one becomes.
 */
export type RefusalKind =
  | 'malformed_request'
  | 'validation_failed'
  | 'invalid_quote_token'
  | 'unsupported_language'
  | 'draft_needs_test_key'
  | 'payment_not_allowed'
  | 'transaction_not_allowed'
  | 'authentication_required'
  | 'not_permitted'
  | 'not_permitted_silent'
  | 'page_not_allowed'
  | 'not_found'
  | 'not_found_silent'
  | 'media_type_not_acceptable'
  | 'media_type_not_supported'
  | 'address_too_long'
  | 'body_too_large'
  | 'pricing_in_preparation'
  | 'modification_in_progress'
  | 'request_in_progress'
  | 'clock_advancing'
  | 'version_mismatch'
  | 'knockout'
  | 'payment_pending'
  | 'already_cancelled'
  | 'not_cancelled'
  | 'too_late'
  | 'not_in_doubt'
  | 'not_open'
  | 'not_explainable'
  | 'policy_expired'
  | 'idempotency_key_reused'
  | 'answer_lost'
  | 'expectation_failed'
  | 'request_timeout'
  | 'headers_too_large'
  | 'internal_error'
  | 'rate_limited'
  | 'calculation_failed'
  | 'temporarily_unavailable'

/** What a refusal says, as plain data. */
export interface RefusalDetails {
  readonly kind: RefusalKind
  /** Which reason it is; see `reason.ts`. */
  readonly code: string
  readonly message: string
  readonly errors?: readonly FieldError[] | undefined
  /** The language that the errors are to be explained in, where the product decides it. */
  readonly language?: string | undefined
  /** After how long a repetition may succeed, where that is known. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * An expected refusal: the request breaks a rule of the business. Rooms do not construct it
 * themselves: they throw what one of their reasons returns.
 */
export class Refusal extends Error {
  readonly details: RefusalDetails

  constructor(details: RefusalDetails) {
    super(details.message)
    this.name = 'Refusal'
    this.details = details
  }

  get kind(): RefusalKind {
    return this.details.kind
  }

  get errors(): readonly FieldError[] | undefined {
    return this.details.errors
  }
}
