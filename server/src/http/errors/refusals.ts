import { STATUS_CODES } from 'node:http'
import type { Static } from 'typebox'
import { type Refusal, type RefusalKind, chooseLanguage } from '../../kernel/index.ts'
import { explainedLanguages } from '../../rules/index.ts'
import type { fieldErrorSchema } from './error.ts'
import { viewFieldError } from './view-field-error.ts'

/** The status of each kind of refusal. */
export const statusOfKind: Readonly<Record<RefusalKind, number>> = {
  malformed_request: 400,
  validation_failed: 400,
  invalid_quote_token: 400,
  unsupported_language: 400,
  draft_needs_test_key: 400,
  payment_not_allowed: 400,
  transaction_not_allowed: 400,
  authentication_required: 401,
  not_permitted: 403,
  not_permitted_silent: 403,
  page_not_allowed: 403,
  not_found: 404,
  not_found_silent: 404,
  media_type_not_acceptable: 406,
  request_timeout: 408,
  pricing_in_preparation: 409,
  modification_in_progress: 409,
  request_in_progress: 409,
  clock_advancing: 409,
  version_mismatch: 412,
  body_too_large: 413,
  address_too_long: 414,
  media_type_not_supported: 415,
  expectation_failed: 417,
  knockout: 422,
  payment_pending: 422,
  already_cancelled: 422,
  not_cancelled: 422,
  too_late: 422,
  not_in_doubt: 422,
  not_open: 422,
  not_explainable: 422,
  policy_expired: 422,
  idempotency_key_reused: 422,
  answer_lost: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  calculation_failed: 503,
  temporarily_unavailable: 503,
}

/**
 * Kinds whose body has `status` only, because the contract says so: the offer of another account
 * (403), and a payment that the key may not see (404).
 */
const silentKinds: ReadonlySet<RefusalKind> = new Set(['not_permitted_silent', 'not_found_silent'])

/** The contract's error shape, and the code that programs decide by. */
export interface ErrorBody {
  readonly status: string
  readonly code?: string
  readonly message?: string
  readonly errors?: readonly Static<typeof fieldErrorSchema>[]
}

/** Errors are explained in the language that the product decided on, or else in the caller's. */
export function answerRefusal(
  refusal: Refusal,
  preferred: readonly string[] = [],
): { status: number; body: ErrorBody } {
  const status = statusOfKind[refusal.kind]
  if (silentKinds.has(refusal.kind)) return { status, body: { status: reasonPhrase(status) } }
  const { code, message, errors } = refusal.details
  const body = { status: reasonPhrase(status), code, message }
  if (errors === undefined) return { status, body }
  const language = refusal.details.language ?? chooseLanguage(preferred, explainedLanguages) ?? 'en'
  return { status, body: { ...body, errors: errors.map((one) => viewFieldError(one, language)) } }
}

export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Error'
}
