import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsSuperuser } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import { endingMaxMs, notYet } from './not-yet.ts'

/** A server that does not answer at all for this long hangs. */
const unresponsiveMaxMs = 30_000
/** One that answers "not yet" is replaying what a crash left, which may take minutes. */
const recoveryMaxMs = 15 * 60_000
const lookAgainMs = 15

/** Waits until a server takes connections, ends, or proves to hang. */
export async function untilReady(
  endpoint: Endpoint,
  isAlive: () => boolean,
): Promise<'ready' | 'ended' | 'hangs'> {
  const begin = performance.now()
  let heardAt = begin
  for (;;) {
    try {
      const session = await connectAsSuperuser(endpoint, 'bindery-ready')
      await session.end()
      return 'ready'
    } catch (error) {
      if (!isAlive()) return 'ended'
      const now = performance.now()
      const state = notYet(error)
      if (state === 'recovering') heardAt = now
      const patienceMs = state === 'ending' ? endingMaxMs : unresponsiveMaxMs
      if (now - heardAt > patienceMs || now - begin > recoveryMaxMs) return 'hangs'
    }
    await sleep(lookAgainMs)
  }
}
