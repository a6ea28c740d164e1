import { mkdir, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ClusterPlace } from './cluster-place.ts'
import { giveTo } from './database-user.ts'
import { EmbeddedPostgresError, codeOf, explained, messageOf } from './embedded-postgres-error.ts'
import { onWindows, passwordFile } from './endpoint.ts'
import type { Binaries } from './platform-binaries.ts'
import { runProgram } from './run-program.ts'
import type { Durability } from './settings.ts'

/** The superuser of the cluster; the platform itself works as an ordinary role. */
export const superuser = 'postgres'

/** Creates the cluster unless it exists, and checks that these programs can run it. */
export async function ensureCluster(
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
): Promise<void> {
  const made = await madeByVersion(place.cluster)
  if (made === undefined) {
    try {
      await create(place, binaries, durability)
    } catch (error) {
      if (error instanceof EmbeddedPostgresError) throw error
      throw explained('Cannot create the database', messageOf(error), place.cluster, error)
    }
  } else if (made !== binaries.version.split('.')[0]) {
    throw new EmbeddedPostgresError(
      `The database in ${place.cluster} was made by PostgreSQL ${made}, and this release brings ` +
        `PostgreSQL ${binaries.version}. Start it with the release that made it and dump it with ` +
        'pg_dump, then load the dump into an empty DATA_DIR; or use pg_upgrade.',
    )
  }
}

async function madeByVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw explained('Cannot read the database', messageOf(error), cluster, error)
  }
}

/**
 * Created under another name and then renamed, so that a cluster with its final name is complete.
 */
async function create(
  place: ClusterPlace,
  binaries: Binaries,
  durability: Durability,
): Promise<void> {
  await clearPlace(place.cluster)
  const half = `${place.cluster}.new-${process.pid}`
  await mkdir(half, { mode: 0o700 })
  try {
    await giveTo(place.user, half)
    const args = initdbArguments(place, durability)
    const { code, output } = await runProgram(binaries.initdb, ['-D', half, ...args], place.user)
    if (code !== 0) {
      throw explained('Cannot create the database', lastLines(output), dirname(half))
    }
    await rename(half, place.cluster)
    if (durability === 'full' && !onWindows) await syncFolder(dirname(half))
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

function initdbArguments(place: ClusterPlace, durability: Durability): string[] {
  // No password is needed: other users cannot enter the folder of the socket.
  const identity = onWindows
    ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`]
    : ['--auth-local=trust', '--auth-host=reject']
  return [
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...identity,
    ...(durability === 'none' ? ['--no-sync'] : []),
  ]
}

/** We hold the lock, so an unfinished cluster belongs to no living process. */
async function clearPlace(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    // The initdb of a killed process may still be writing there, until it misses its files.
    const stubborn = { recursive: true, force: true, maxRetries: 20, retryDelay: 20 }
    await rm(join(parent, name), stubborn)
  }
  try {
    await rmdir(cluster)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new EmbeddedPostgresError(
      `${cluster} holds files, but no PostgreSQL database. ` +
        'Move them away, restore your backup there, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-6).join('\n')
}
