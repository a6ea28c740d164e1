import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsSuperuser } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import { endingMaxMs, notYet } from './not-yet.ts'

/** A server that does not answer at all for this long hangs. */
const unresponsiveMaxMs = 30_000
/** A server that answers "not yet" recovers from a crash, which may take minutes. */
const recoveryMaxMs = 15 * 60_000
const lookAgainMs = 15

/** Waits until a server accepts connections, ends, or proves to hang. */
export async function untilReady(
  endpoint: Endpoint,
  isAlive: () => boolean,
): Promise<'ready' | 'ended' | 'hangs'> {
  const begin = performance.now()
  let answeredAt = begin
  for (;;) {
    try {
      const session = await connectAsSuperuser(endpoint, 'bindery-ready')
      await session.end()
      return 'ready'
    } catch (error) {
      if (!isAlive()) return 'ended'
      const now = performance.now()
      const state = notYet(error)
      if (state === 'recovering') answeredAt = now
      const patienceMs = state === 'ending' ? endingMaxMs : unresponsiveMaxMs
      if (now - answeredAt > patienceMs || now - begin > recoveryMaxMs) return 'hangs'
    }
    await sleep(lookAgainMs)
  }
}
