import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPlace } from '@bindery/server/src/database/embedded/cluster-place.ts'
import { closeEndpoint, openEndpoint } from '@bindery/server/src/database/embedded/endpoint.ts'
import { prepareBinaries } from '@bindery/server/src/database/embedded/platform-binaries.ts'
import { platformDatabase, platformRole } from '@bindery/server/src/database/embedded/provision.ts'
import { spawnAs } from '@bindery/server/src/database/embedded/run-program.ts'
import { serverArguments } from '@bindery/server/src/database/embedded/settings.ts'
import { type FaultyDatabase, databaseIn } from './database.ts'

/** A PostgreSQL that is not the platform's own, in the care of a process manager. */
export interface OwnPostgres extends FaultyDatabase {
  /** For DATABASE_URL; it stays the same however often the server is started again. */
  readonly url: string
  /** Where it listens on this machine. */
  readonly socket: string
  stop(): Promise<void>
}

const startAgainAfterMs = 200
const lookAgainMs = 50
const quiet = () => undefined // A failure to start is thrown.

/** Runs the cluster of a data folder that the platform's own PostgreSQL has left. */
export async function keepOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  const place = await findPlace(dataDir, quiet)
  const binaries = await prepareBinaries(place, quiet)
  const endpoint = await openEndpoint(place)
  const args = serverArguments(place.cluster, endpoint, 'full')
  const database = databaseIn(place.cluster)
  let child: ChildProcess | null = null
  const stopping = new AbortController()

  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      child = spawn(binaries.postgres, args, { ...spawnAs(place.user), stdio: 'ignore' })
      await once(child, 'exit')
      // Sessions of a killed server may outlive it for a moment, and keep the next from starting.
      if (!stopping.signal.aborted) await sleep(startAgainAfterMs)
    }
  })()
  await untilItAnswers(database)
  const { host, port } = endpoint
  return {
    ...database,
    url: `postgres://${platformRole}@localhost/${platformDatabase}?host=${encodeURIComponent(host)}&port=${port}`,
    socket: join(host, `.s.PGSQL.${port}`),
    async stop() {
      stopping.abort()
      child?.kill('SIGINT')
      await keeping
      await closeEndpoint(endpoint)
    },
  }
}

async function untilItAnswers(database: FaultyDatabase): Promise<void> {
  for (;;) {
    try {
      await database.ask('select 1')
      return
    } catch {
      await sleep(lookAgainMs) // The caller's patience is the limit: nothing has begun yet.
    }
  }
}
