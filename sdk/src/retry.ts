import { BinderyError } from './bindery-error.ts'

const delayMsMax = 10_000
/** A longer Retry-After is returned to the caller as an error instead of being waited for. */
const retryAfterSecondsMax = 60

export interface RetryPolicy {
  readonly retriesMax: number
  /** The longest first wait; each further one may be twice as long. */
  readonly delayMs: number
}

/** The result of one attempt: an answer, or an error that a retry might fix. */
export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: BinderyError; readonly retryAfterSeconds: number | null }

/** Retries while the policy allows it. An attempt throws an error that a retry cannot fix. */
export async function withRetries<Value>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Attempt<Value>>,
): Promise<Value> {
  for (let retries = 0; ; retries += 1) {
    const made = await attempt()
    if (made.ok) return made.value
    const { error, retryAfterSeconds } = made
    if (retries >= policy.retriesMax || (retryAfterSeconds ?? 0) > retryAfterSecondsMax) throw error
    const atLeastMs = (retryAfterSeconds ?? 0) * 1000
    await pause(atLeastMs + jitter(policy.delayMs * 2 ** retries), signal)
  }
}

/** Waits, and rejects with the reason of the signal when that comes first. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A random wait up to the limit, so that clients do not retry at the same moment. */
function jitter(limitMs: number): number {
  return Math.random() * Math.min(limitMs, delayMsMax)
}
