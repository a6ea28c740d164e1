import { hash, randomUUID } from 'node:crypto'
import { type Reason, Refusal } from '../../kernel/index.ts'

export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts a request; throws once the limit of the window is used up. */
  count(name: string): RateLimitState
}

const windowMs = 60_000
const rowCount = 4
/** A power of two. Four rows of as many counters are a mebibyte. */
const countersInRow = 65_536
/** Names whose counters are remembered: some tens of kilobytes. */
const knownMax = 256

/** The response headers with the state of the limit. */
export function rateHeaders(state: RateLimitState): Record<string, number> {
  return {
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  }
}

/**
 * A fixed window of a minute for each name. It protects this process, so it is kept in memory.
 *
 * The counts are in a count-min sketch: a name has a counter in each row, which it may share with
 * others, and its count is the lowest of them. So the memory is fixed for any number of names, and
 * a flood of made-up names evicts no count; it takes millions of requests a minute before names add
 * to each other's counts noticeably. The seed is secret, so nobody can choose a name that shares
 * all counters with another.
 */
export function createRateLimiter(options: {
  readonly perMinuteMax: number
  /** The refusal beyond the limit. */
  readonly refuse: Reason<[perMinuteMax: number, seconds: number]>
}): RateLimiter {
  const { perMinuteMax } = options
  const seed = randomUUID()
  const counters = new Uint32Array(rowCount * countersInRow)
  let windowEndsMs = 0

  /** The indexes of the counters of names that were counted lately: most requests come from few. */
  const known = new Map<string, readonly number[]>()

  /** The indexes of the counters of a name, after a reset if the window has ended. */
  function countersOf(name: string, nowMs: number): readonly number[] {
    if (nowMs >= windowEndsMs) {
      counters.fill(0)
      windowEndsMs = nowMs + windowMs
    }
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size === knownMax) known.clear()
    const indexes = findCounters(name)
    known.set(name, indexes)
    return indexes
  }

  function findCounters(name: string): number[] {
    const bytes = hash('sha256', seed + name, 'buffer')
    return Array.from({ length: rowCount }, (_, row) => {
      return row * countersInRow + (bytes.readUInt32LE(row * 4) % countersInRow)
    })
  }

  const usedAt = (indexes: readonly number[]) =>
    Math.min(...indexes.map((index) => counters[index] ?? 0))

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
      const indexes = countersOf(name, nowMs)
      const used = usedAt(indexes) + 1
      // Only the lowest counters rise, which keeps the effect of collisions small.
      for (const index of indexes) counters[index] = Math.max(counters[index] ?? 0, used)
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
