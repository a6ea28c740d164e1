import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsSuperuser } from './connect.ts'
import { codeOf } from './embedded-postgres-error.ts'
import type { Endpoint } from './endpoint.ts'

/** A server that does not answer at all for this long hangs. */
const silenceMaxMs = 30_000
/** One that answers "not yet" is replaying what a crash left, which may take minutes. */
const recoveryMaxMs = 15 * 60_000
const lookAgainMs = 15
const notYet = '57P03'

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
      if (codeOf(error) === notYet) heardAt = now
      if (now - heardAt > silenceMaxMs || now - begin > recoveryMaxMs) return 'hangs'
    }
    await sleep(lookAgainMs)
  }
}
