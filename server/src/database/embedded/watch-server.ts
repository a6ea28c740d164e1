import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError, messageOf } from './embedded-postgres-error.ts'
import { lockInstance } from './instance-lock.ts'
import { endingMaxMs, notYet } from './not-yet.ts'
import { isAlive } from './postmaster.ts'
import { logFile } from './server-log.ts'
import type { LockedServer } from './take-over.ts'

const lookAgainMs = 100
const unreachableMaxMs = 60_000

/**
 * Keeps the lock for as long as we run. Its session ends when the server dies, but also when
 * PostgreSQL restarts itself after one of its processes crashed; then the lock is taken again.
 * Resolves `died` with the reason when the server is gone, and with null when we stop watching.
 */
export function watchServer(
  server: LockedServer,
  dataDir: string,
  log: (line: string) => void,
): { died: Promise<EmbeddedPostgresError | null>; stop(): Promise<void> } {
  let stopping = false
  let session = server.session
  const { promise: died, resolve } = Promise.withResolvers<EmbeddedPostgresError | null>()
  const listen = (current: pg.Client) => {
    session = current
    current.on('end', () => {
      if (!stopping) void recover()
    })
  }
  const recover = async () => {
    log('lost the connection to PostgreSQL')
    const found = await regain(server, dataDir, () => stopping)
    if (found instanceof EmbeddedPostgresError) resolve(found)
    else if (found) {
      log('PostgreSQL restarted itself and is back')
      listen(found)
    }
  }
  listen(session)
  return {
    died,
    stop: async () => {
      stopping = true
      resolve(null)
      await session.end().catch(() => undefined) // The session may be gone already, which is fine.
    },
  }
}

async function regain(
  server: LockedServer,
  dataDir: string,
  isStopping: () => boolean,
): Promise<pg.Client | EmbeddedPostgresError | undefined> {
  let answeredAt = performance.now()
  while (!isStopping()) {
    if (!isAlive(server.postmaster)) {
      return new EmbeddedPostgresError(
        `PostgreSQL (process ${server.postmaster.pid}) has ended unexpectedly. ` +
          `See ${logFile(dataDir)} for the reason: nothing committed is lost.`,
      )
    }
    try {
      return await lockInstance(server.endpoint, dataDir)
    } catch (error) {
      if (error instanceof EmbeddedPostgresError) return error
      const now = performance.now()
      const state = notYet(error)
      if (state === 'recovering') answeredAt = now
      if (now - answeredAt > (state === 'ending' ? endingMaxMs : unreachableMaxMs)) {
        return new EmbeddedPostgresError(
          `PostgreSQL no longer answers: ${messageOf(error)}. See ${logFile(dataDir)}.`,
          { cause: error },
        )
      }
    }
    await sleep(lookAgainMs)
  }
  return undefined
}
