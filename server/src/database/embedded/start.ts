import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findPlace } from './cluster-place.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { connectionTo } from './connect.ts'
import type { EmbeddedConnection } from './connect.ts'
import { ensureCluster, superuser } from './create-cluster.ts'
import { EmbeddedPostgresError, explained, messageOf } from './embedded-postgres-error.ts'
import { closeEndpoint, openEndpoint, readPassword, restoreEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { lockInstance } from './instance-lock.ts'
import { launch } from './launch.ts'
import { prepareBinaries } from './platform-binaries.ts'
import type { Binaries } from './platform-binaries.ts'
import { clearStaleRecord, living, readPostmaster } from './postmaster.ts'
import { platformDatabase, platformRole, provision, servingRole } from './provision.ts'
import { reviveServer } from './revive.ts'
import { boundLog } from './server-log.ts'
import type { Durability } from './settings.ts'
import { acquireStartLock } from './start-lock.ts'
import type { StartLock } from './start-lock.ts'
import { stopAtOnce, stopPostmaster } from './stop-postmaster.ts'
import { takeOver } from './take-over.ts'
import type { LockedServer } from './take-over.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly durability: Durability
  readonly log: (line: string) => void
}

export interface EmbeddedPostgres {
  /** For migrations: an ordinary role that owns its database. */
  readonly connection: EmbeddedConnection
  /** For everything else: a role that owns nothing and has the rights of `grantServing`. */
  readonly servingConnection: EmbeddedConnection
  /** For what only a superuser may do, such as making databases for tests. */
  readonly superuserConnection: EmbeddedConnection
  /** Where the data lies: in DATA_DIR, unless the user that runs PostgreSQL cannot enter it. */
  readonly cluster: string
  /** Resolves, with an error for the operator, if the server died and cannot be started again. */
  readonly died: Promise<EmbeddedPostgresError>
  /** Ends all sessions, writes everything to disk and waits until the server is gone. */
  stop(): Promise<void>
}

/** Starts PostgreSQL on the data folder, or continues with the one that a killed process left. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await makeDataDir(dataDir)
  const lock = await acquireStartLock(dataDir)
  try {
    const place = await findPlace(dataDir, options.log)
    const binaries = await prepareBinaries(place, options.log)
    const server = await startServer(place, binaries, options)
    await lock.announceRunning()
    return present(server, place, binaries, lock, options)
  } catch (error) {
    await lock.release()
    if (error instanceof EmbeddedPostgresError) throw error
    throw explained('Cannot start the database', messageOf(error), dataDir, error)
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw explained('Cannot make DATA_DIR', messageOf(error), dataDir, error)
  }
}

async function startServer(
  place: ClusterPlace,
  binaries: Binaries,
  { durability, log }: EmbeddedOptions,
): Promise<LockedServer> {
  const password = await readPassword(place)
  const orphan = await takeOver(place, binaries, durability, password)
  if (orphan) {
    log(
      `using the PostgreSQL that an earlier process left running, process ${orphan.postmaster.pid}`,
    )
  } else {
    await ensureCluster(place, binaries, durability)
  }
  const server = orphan ?? (await launchLocked(place, binaries, durability, password))
  try {
    await provision(server.session, password)
    return server
  } catch (error) {
    await stopPostmaster(server.postmaster, place, binaries)
    await closeEndpoint(server.endpoint)
    throw error
  }
}

async function launchLocked(
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
  password: string | undefined,
): Promise<LockedServer> {
  const endpoint = await openEndpoint(place, password)
  try {
    return await launchAt(endpoint, place, binaries, durability)
  } catch (error) {
    await closeEndpoint(endpoint)
    throw error
  }
}

async function launchAt(
  endpoint: Endpoint,
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
): Promise<LockedServer> {
  const postmaster = await launch(place, binaries, endpoint, durability)
  try {
    return { postmaster, endpoint, session: await lockInstance(endpoint, place.dataDir) }
  } catch (error) {
    await stopPostmaster(postmaster, place, binaries)
    throw error
  }
}

/**
 * After a death: on the same socket, so that clients can connect again. A server that only hangs is
 * ended first.
 */
async function relaunch(
  { endpoint }: LockedServer,
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
): Promise<LockedServer> {
  const recorded = await readPostmaster(place.cluster)
  const hanging = recorded && living(recorded, place.cluster)
  if (hanging) await stopAtOnce(hanging, place, binaries)
  else if (recorded) await clearStaleRecord(place.cluster, recorded)
  await restoreEndpoint(endpoint, place)
  return launchAt(endpoint, place, binaries, durability)
}

function present(
  server: LockedServer,
  place: ClusterPlace,
  binaries: Binaries,
  lock: StartLock,
  { durability, log }: EmbeddedOptions,
): EmbeddedPostgres {
  const revival = reviveServer({
    server,
    dataDir: place.dataDir,
    log,
    relaunch: () => relaunch(server, place, binaries, durability),
  })
  const logBound = boundLog(place.dataDir, log)
  const stop = async () => {
    logBound.stop()
    const { postmaster } = await revival.stop()
    if (!(await stopPostmaster(postmaster, place, binaries))) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${postmaster.pid}) does not stop. ` +
          `End it with kill -9 ${postmaster.pid}: nothing committed is lost by that.`,
      )
    }
    await closeEndpoint(server.endpoint)
    await lock.release()
  }
  let stopped: Promise<void> | undefined
  return {
    connection: connectionTo(server.endpoint, platformRole, platformDatabase),
    servingConnection: connectionTo(server.endpoint, servingRole, platformDatabase),
    superuserConnection: connectionTo(server.endpoint, superuser, 'postgres'),
    cluster: place.cluster,
    died: revival.died,
    stop: () => (stopped ??= stop()),
  }
}
