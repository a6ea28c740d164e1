import { hash, randomUUID } from 'node:crypto'
import { type Reason, Refusal } from '../../kernel/index.ts'

export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts a request; throws once somebody has used its share of the window. */
  count(name: string): RateLimitState
}

const windowMs = 60_000
const rowCount = 4
/** A power of two. Four rows of as many counters are a mebibyte. */
const countersInRow = 65_536

/** How an answer tells the client where it stands. */
export function rateHeaders(state: RateLimitState): Record<string, number> {
  return {
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  }
}

/**
 * A fixed window of a minute for each name. It protects this process, so it may live in its memory.
 *
 * The counts stand in a count-min sketch: a name has a counter in each row, shared with others by
 * chance, and counts what the lowest of them says. So the memory is fixed however many names come,
 * and no flood of made-up names pushes anybody's count out; it takes millions of requests a minute
 * before strangers add to each other's counts noticeably. Nobody outside knows the seed, so nobody
 * can choose a name that shares all counters with another.
 */
export function createRateLimiter(options: {
  readonly perMinuteMax: number
  /** What is said to somebody who comes too often. */
  readonly refuse: Reason<[perMinuteMax: number, seconds: number]>
}): RateLimiter {
  const { perMinuteMax } = options
  const seed = randomUUID()
  const counters = new Uint32Array(rowCount * countersInRow)
  let windowEndsMs = 0

  /** Where the counters of a name stand, at the moment of asking. */
  function placesOf(name: string, nowMs: number): number[] {
    if (nowMs >= windowEndsMs) {
      counters.fill(0)
      windowEndsMs = nowMs + windowMs
    }
    const bytes = hash('sha256', seed + name, 'buffer')
    return Array.from({ length: rowCount }, (_, row) => {
      return row * countersInRow + (bytes.readUInt32LE(row * 4) % countersInRow)
    })
  }

  const usedAt = (places: readonly number[]) =>
    Math.min(...places.map((place) => counters[place] ?? 0))

  function stateOf(used: number, nowMs: number): RateLimitState {
    const resetSeconds = Math.ceil((windowEndsMs - nowMs) / 1000)
    if (used <= perMinuteMax) {
      return { limit: perMinuteMax, remaining: perMinuteMax - used, resetSeconds }
    }
    throw new RateLimited(options.refuse(perMinuteMax, resetSeconds), {
      limit: perMinuteMax,
      remaining: 0,
      resetSeconds,
    })
  }

  return {
    count(name) {
      const nowMs = performance.now()
      const places = placesOf(name, nowMs)
      const used = usedAt(places) + 1
      // Only the lowest rise, so that chance meetings count as little as they can.
      for (const place of places) counters[place] = Math.max(counters[place] ?? 0, used)
      return stateOf(used, nowMs)
    },
  }
}

export class RateLimited extends Refusal {
  readonly state: RateLimitState

  constructor({ details }: Refusal, state: RateLimitState) {
    super(details)
    this.state = state
  }
}
