import type { FieldError, Problem } from './generated.ts'

/**
 * Why a call failed, as far as a program decides by it:
 * - `validation`: the request breaks a rule; see `errors`, or `problems` of a product folder
 * - `authentication`, `forbidden`: the key is missing or wrong, or may not do this
 * - `notFound`: what the request names is not there, or not for this key
 * - `conflict`: something else is in progress; try again later
 * - `versionMismatch`: the policy has changed since you last saw it
 * - `knockout`: this risk is not insured
 * - `calculation`: no price can be computed, and the message says where and why: told to the product's insurer
 * - `refused`: understood and not allowed, such as a second cancellation
 * - `rateLimited`, `unavailable`, `network`: not now; all retries failed too
 * - `timeout`: waited for something that did not happen in time
 * - `unexpected`: no answer that the API documents
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
  /** Of the HTTP answer; 0 when there was none. */
  readonly status: number
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
  /** The fields that failed validation. */
  readonly errors: readonly FieldError[]
  /** The mistakes of a product folder that was pushed, or the first of a file that was imported. */
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly problemsTotal: number
  /** ReportStep it to the operator of the server: the logs name it. */
  readonly requestId: string | null

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause })
    this.kind = facts.kind
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.problems = facts.problems ?? []
    this.problemsTotal = facts.problemsTotal ?? this.problems.length
    this.requestId = facts.requestId ?? null
  }
}
