import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, messageOf } from './embedded-postgres-error.ts'
import { logFile } from './server-log.ts'
import type { LockedServer } from './take-over.ts'
import { watchServer } from './watch-server.ts'

export interface Revival {
  /** Resolves, with an error for the operator, when the server cannot be started again. */
  readonly died: Promise<EmbeddedPostgresError>
  /** Ends the watch: the server may stop now. Resolves with the last server. */
  stop(): Promise<LockedServer>
}

/** After a life of this long, a death counts as the first. */
const wellAfterMs = 60_000
const deathsInARowMax = 20
const pauseFirstMs = 50
const pauseMaxMs = 5_000
/** After so many failures, a start needs a person's help. */
const failedStartsMax = 6

/**
 * Watches the server, and starts it again on the same socket when it dies: nothing committed is
 * lost. Repeated deaths make the pauses longer, and in the end the server is not started again.
 */
export function reviveServer(options: {
  readonly server: LockedServer
  readonly dataDir: string
  readonly log: (line: string) => void
  readonly relaunch: () => Promise<LockedServer>
}): Revival {
  const { dataDir, log } = options
  const stopping = new AbortController()
  const died = Promise.withResolvers<EmbeddedPostgresError>()
  let server = options.server
  let watch = watchServer(server, dataDir, log)
  const lives = live()

  async function live(): Promise<void> {
    for (let deaths = 1; ; deaths++) {
      const bornAt = performance.now()
      const death = await watch.died
      if (death === null || stopping.signal.aborted) return
      if (performance.now() - bornAt > wellAfterMs) deaths = 1
      log(`${death.message} Starting it again.`)
      const next = deaths > deathsInARowMax ? tooOften(deaths) : await relaunch(deaths)
      if (next === null) return
      if (next instanceof EmbeddedPostgresError) {
        died.resolve(next)
        return
      }
      server = next
      watch = watchServer(server, dataDir, log)
      log('PostgreSQL is back')
      if (stopping.signal.aborted) await watch.stop()
    }
  }

  /** Null when we are to stop meanwhile. */
  async function relaunch(deaths: number): Promise<LockedServer | EmbeddedPostgresError | null> {
    for (let failures = 0; ; failures++) {
      await pause(Math.min(pauseFirstMs * 2 ** (deaths - 1 + failures), pauseMaxMs))
      if (stopping.signal.aborted) return null
      try {
        return await options.relaunch()
      } catch (error) {
        log(`PostgreSQL could not be started again: ${messageOf(error)}`)
        if (failures + 1 === failedStartsMax) return hopeless(error)
      }
    }
  }

  function tooOften(deaths: number): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `PostgreSQL has died ${deaths} times in a row, each time soon after its start. ` +
        `See ${logFile(dataDir)} for the reason, and start Bindery again: nothing committed is lost.`,
    )
  }

  function hopeless(cause: unknown): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `PostgreSQL has ended unexpectedly and cannot be started again. ${messageOf(cause)}`,
      { cause },
    )
  }

  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  return {
    died: died.promise,
    stop: async () => {
      stopping.abort()
      await watch.stop()
      await lives
      return server
    },
  }
}
