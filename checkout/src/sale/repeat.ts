import { Refused, Unreached } from '../api/ask.ts'
import { means } from '../api/codes.ts'
import type { Call, Store } from './sale.ts'

const pausesMs = [500, 1_000, 2_000, 4_000]

/** Asks until there is an answer: a call with a key of its own takes effect once. */
export async function untilAnswered<Answer>(
  store: Store,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await ask()
      store.set({ isLost: false })
      return answer
    } catch (error) {
      const isUnreached = error instanceof Unreached
      const isTemporary = error instanceof Refused && means('temporary', error.code)
      store.set({ isLost: isUnreached && !error.isAnswered })
      if (!isUnreached && !isTemporary) throw error
      await pause(pausesMs[attempt] ?? 5_000)
    }
  }
}

/** Until then, or until the network is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}

/** The same body is the same call. */
export function callFor(body: string, before: Call | null): Call {
  return before?.body === body ? before : { key: newKey(), body }
}

/** Pages without TLS have no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
