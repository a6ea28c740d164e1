import type { AccountId } from '../kernel/index.ts'

/** A request that was answered: never its address with parameters, never a body. */
export interface LoggedRequest {
  /** As the answer says it in `X-Request-Id`. */
  readonly requestId: string
  readonly accountId: AccountId
  readonly livemode: boolean
  /** The key or the person. */
  readonly actorId: string
  readonly method: string
  /** As the document of the API writes it, such as `/policies/:policyId`. */
  readonly route: string
  readonly status: number
  /** The code of the refusal; null where there is none. */
  readonly code: string | null
  readonly durationMs: number
  readonly answeredAt: Temporal.Instant
}

/** How long requests are kept. */
export const requestsKeptDays = 7
/** How long counts of errors are kept. */
export const errorsKeptDays = 30
