import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findPlace } from './cluster-place.ts'
import { syncFolder } from './create-cluster.ts'
import { giveTo } from './database-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { onWindows } from './endpoint.ts'
import { prepareBinaries } from './platform-binaries.ts'
import { acquireStartLock } from './start-lock.ts'

/** Where the files of a cluster go while it is being made. */
export interface ClusterMaker {
  readonly folder: string
  /** Hands a file or folder to the user that runs PostgreSQL. */
  give(path: string): Promise<void>
}

/** Makes a cluster of given files under another name, and renames it when it is complete. */
export async function makeCluster(
  dataDir: string,
  madeByVersion: string,
  fill: (maker: ClusterMaker) => Promise<void>,
): Promise<void> {
  const lock = await acquireStartLock(dataDir)
  const log = () => undefined
  try {
    const place = await findPlace(dataDir, log)
    const binaries = await prepareBinaries(place, log)
    assertSameMajor(madeByVersion, binaries.version)
    const half = `${place.cluster}.new-${process.pid}`
    const give = (path: string) => giveTo(place.user, path)
    try {
      await mkdir(half, { mode: 0o700 })
      await give(half)
      await fill({ folder: half, give })
      await rename(half, place.cluster)
      if (!onWindows) await syncFolder(dirname(half))
    } finally {
      await rm(half, { recursive: true, force: true })
    }
  } finally {
    await lock.release()
  }
}

function assertSameMajor(made: string, ours: string): void {
  if (made.split('.')[0] === ours.split('.')[0]) return
  throw new EmbeddedPostgresError(
    `The backup was made by PostgreSQL ${made}, and this release brings PostgreSQL ${ours}. ` +
      'Restore it with the release that made it, and move the data with pg_dump or pg_upgrade.',
  )
}
