import { Refusal } from '../kernel/index.ts'

export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts a request; throws once a key has used its share of the window. */
  count(keyId: string): RateLimitState
}

const windowMs = 60_000
const keysMax = 100_000

/** How an answer tells the client where it stands. */
export function rateHeaders(state: RateLimitState): Record<string, number> {
  return {
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  }
}

/** A fixed window of a minute for each key. It protects this process, so it may live in its memory. */
export function createRateLimiter(requestsPerMinute: number): RateLimiter {
  let windowEndsMs = 0
  let counts = new Map<string, number>()
  return {
    count(keyId) {
      const nowMs = performance.now()
      if (nowMs >= windowEndsMs || counts.size > keysMax) {
        counts = new Map()
        windowEndsMs = nowMs + windowMs
      }
      const used = (counts.get(keyId) ?? 0) + 1
      counts.set(keyId, used)
      const resetSeconds = Math.ceil((windowEndsMs - nowMs) / 1000)
      if (used > requestsPerMinute) throw new RateLimited(requestsPerMinute, resetSeconds)
      return { limit: requestsPerMinute, remaining: requestsPerMinute - used, resetSeconds }
    },
  }
}

export class RateLimited extends Refusal {
  readonly state: RateLimitState

  constructor(limit: number, resetSeconds: number) {
    super(
      'rate_limited',
      `This key has made more than ${limit} requests within a minute. Try again in ${resetSeconds} seconds.`,
    )
    this.state = { limit, remaining: 0, resetSeconds }
  }
}
