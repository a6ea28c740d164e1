import type { ErrorCode, FieldError, Problem } from './generated.ts'

/**
 * Why a call failed, for programs to decide by:
 * - `validation`: the request breaks a rule; see `errors`, or `problems` of a product folder
 * - `authentication`, `forbidden`: the key is missing or wrong, or may not do this
 * - `notFound`: the named resource does not exist, or this key may not see it
 * - `conflict`: something else is in progress; try again later
 * - `versionMismatch`: the policy has changed since you last saw it
 * - `knockout`: this risk is not insured
 * - `calculation`: the price calculation failed; for the product's insurer the message says where and why
 * - `refused`: the request is understood but not allowed, such as a second cancellation
 * - `rateLimited`, `unavailable`, `network`: temporary; all retries failed too
 * - `timeout`: something awaited did not happen in time
 * - `unexpected`: an answer that the API does not document
 */
export type ErrorKind =
  | 'validation'
  | 'authentication'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'versionMismatch'
  | 'knockout'
  | 'calculation'
  | 'refused'
  | 'rateLimited'
  | 'unavailable'
  | 'network'
  | 'timeout'
  | 'unexpected'

export interface ErrorFacts {
  readonly kind: ErrorKind
  /** The status of the HTTP response; 0 without a response. */
  readonly status: number
  readonly code?: ErrorCode | undefined
  readonly message: string
  readonly errors?: readonly FieldError[]
  readonly problems?: readonly Problem[]
  readonly problemsTotal?: number
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** Every failed call rejects with this. */
export class BinderyError extends Error {
  override readonly name = 'BinderyError'
  readonly kind: ErrorKind
  readonly status: number
  /**
   * The reason that the server gives, to decide by; null without one. Which codes a call may be
   * refused with is typed as `ErrorCodeOf<'createQuote'>`. A newer server may give others.
   */
  readonly code: ErrorCode | null
  /** The fields that failed validation. */
  readonly errors: readonly FieldError[]
  /** The mistakes of a product folder that was pushed, or the first of a file that was imported. */
  readonly problems: readonly Problem[]
  /** The total number of problems. */
  readonly problemsTotal: number
  /** Give it to the operator of the server: the logs name it. */
  readonly requestId: string | null

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause })
    this.kind = facts.kind
    this.status = facts.status
    this.code = facts.code ?? null
    this.errors = facts.errors ?? []
    this.problems = facts.problems ?? []
    this.problemsTotal = facts.problemsTotal ?? this.problems.length
    this.requestId = facts.requestId ?? null
  }
}
