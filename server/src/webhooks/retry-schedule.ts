const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long after each failure a delivery is tried again; after the last of them it is parked. */
export const retryAfterMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** Jitter, as a part of the wait: deliveries that failed at once are not retried at once. */
const jitterPart = 0.1
/** The longest wait that a receiver may ask for. */
const patienceMsMax = 24 * hour

/**
 * How long to wait after so many failures, or null where it is to be parked.
 * `chance` is from 0 to 1; `askedMs` is what the receiver has asked for.
 */
export function waitAfter(failures: number, askedMs: number | null, chance: number): number | null {
  const planned = retryAfterMs[failures - 1]
  if (planned === undefined) return null
  const waitMs = Math.round(planned * (1 + jitterPart * chance))
  return Math.max(waitMs, Math.min(askedMs ?? 0, patienceMsMax))
}

/** What a Retry-After header asks for: seconds, or a moment. Null for anything else. */
export function readRetryAfter(
  header: string | string[] | undefined,
  now: Temporal.Instant,
): number | null {
  if (typeof header !== 'string') return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * second
  const atMs = httpDate.test(text) ? Date.parse(`${text.replace(/ GMT$/, '')} GMT`) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - now.epochMilliseconds)
}

/** All three forms that a date has had in HTTP. */
const httpDate =
  /^([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d) \d\d:\d\d:\d\d( GMT| \d{4})$/
