import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { ClusterPlace } from './cluster-place.ts'
import { EmbeddedPostgresError, codeOf } from './embedded-postgres-error.ts'
import { closeEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { lockInstance } from './instance-lock.ts'
import type { Binaries } from './platform-binaries.ts'
import { clearStaleRecord, isAlive, living, readPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { serverArguments } from './settings.ts'
import type { Durability } from './settings.ts'
import { stopPostmaster } from './stop-postmaster.ts'
import { untilReady } from './until-ready.ts'

export interface LockedServer {
  readonly postmaster: Postmaster
  readonly endpoint: Endpoint
  /** The session that holds the lock. */
  readonly session: pg.Client
}

/**
 * PostgreSQL outlives a killed process. If it answers and was started just as we would start it
 * now, we continue with it; otherwise it is stopped, and the caller starts another.
 */
export async function takeOver(
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
  password: string | undefined,
): Promise<LockedServer | undefined> {
  const recorded = await readPostmaster(place.cluster)
  if (!recorded) return undefined
  const endpoint = { host: recorded.host, port: recorded.port, ...(password && { password }) }
  const postmaster = living(recorded, place.cluster)
  if (!postmaster) {
    await clearStaleRecord(place.cluster, recorded)
    await closeEndpoint(endpoint)
    return undefined
  }
  if ((await untilReady(endpoint, () => isAlive(postmaster))) === 'ready') {
    const session = await lockInstance(endpoint, place.dataDir)
    if (await isAsWeWouldStartIt(session, place, binaries, endpoint, durability)) {
      return { postmaster, endpoint, session }
    }
    await session.end()
  }
  await stopOrphan(postmaster, place, binaries)
  await closeEndpoint(endpoint)
  return undefined
}

async function isAsWeWouldStartIt(
  session: pg.Client,
  place: ClusterPlace,
  binaries: Binaries,
  endpoint: Endpoint,
  durability: Durability,
): Promise<boolean> {
  const { rows } = await session.query<{ server_version: string }>('show server_version')
  if (rows[0]?.server_version !== binaries.version) return false
  const args = serverArguments(place.cluster, endpoint, durability)
  const command = [binaries.postgres, ...args.map((argument) => `"${argument}"`)].join(' ')
  return (await startedWith(place.cluster)) === command
}

/** PostgreSQL records the command line of its last start. */
async function startedWith(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'postmaster.opts'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function stopOrphan(
  postmaster: Postmaster,
  place: ClusterPlace,
  binaries: Binaries,
): Promise<void> {
  if (await stopPostmaster(postmaster, place, binaries)) return
  throw new EmbeddedPostgresError(
    `A PostgreSQL that an earlier Bindery left behind, process ${postmaster.pid}, neither answers ` +
      `nor stops. End it (kill -9 ${postmaster.pid}) and start again: nothing is lost by that.`,
  )
}
