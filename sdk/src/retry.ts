import { BinderyError } from './bindery-error.ts'

const delayMsMax = 10_000
/** A server that asks for more patience than this is told to the caller instead. */
const retryAfterSecondsMax = 60

export interface RetryPolicy {
  readonly retriesMax: number
  /** The first wait at most; each further one may be twice as long. */
  readonly delayMs: number
}

/** What one attempt came to: an answer, or an error that another attempt might fix. */
export type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: BinderyError; readonly retryAfterSeconds: number | null }

/** Attempts again while that can help and the policy allows it. Attempts throw what nothing can fix. */
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

/** Anything up to the limit, so that clients that failed together do not come back together. */
function jitter(limitMs: number): number {
  return Math.random() * Math.min(limitMs, delayMsMax)
}
