import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, chooseDatabaseUser } from './database-user.ts'
import type { DatabaseUser } from './database-user.ts'
import { EmbeddedPostgresError, codeOf, explained, messageOf } from './embedded-postgres-error.ts'

/** Where the cluster lies, and who runs it. */
export interface ClusterPlace {
  readonly dataDir: string
  /** The cluster itself; it may not exist yet. */
  readonly cluster: string
  readonly user: DatabaseUser
  /** A folder that the database's user can enter, for copies of the programs. */
  readonly reachable: string
}

/** Where clusters are kept when the database's user cannot enter DATA_DIR. */
const sharedFolder = '/var/lib/bindery'
const pointerName = 'postgres-location'

export async function findPlace(
  dataDir: string,
  log: (line: string) => void,
): Promise<ClusterPlace> {
  const pointed = await readPointer(dataDir)
  const cluster = join(pointed ?? dataDir, 'postgres')
  const existing = (await isThere(cluster)) ? cluster : undefined
  const user = await chooseDatabaseUser(existing)
  if (pointed) return { dataDir, cluster, user, reachable: sharedFolder }
  if (await canEnter(user, dataDir)) return { dataDir, cluster, user, reachable: dataDir }
  if (existing) throw unreachable(dataDir)
  return placeElsewhere(dataDir, user, log)
}

/** The file that names the cluster's folder, where that is not in DATA_DIR. */
export function pointerOf(dataDir: string): string {
  return join(dataDir, pointerName)
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = pointerOf(dataDir)
  let folder: string
  try {
    folder = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw explained('Cannot find the database', messageOf(error), file, error)
  }
  if (await isThere(folder)) return folder
  throw new EmbeddedPostgresError(
    `${file} says that the database is in ${folder}, but that folder does not exist. ` +
      `Bring that folder back, or delete ${file} to start with an empty database.`,
  )
}

/**
 * The pointer lies in DATA_DIR, so deleting DATA_DIR starts afresh. It is written before the
 * cluster is made: a start that is killed half way finds the same folder again.
 */
async function placeElsewhere(
  dataDir: string,
  user: DatabaseUser,
  log: (line: string) => void,
): Promise<ClusterPlace> {
  const folder = join(sharedFolder, randomBytes(6).toString('hex'))
  try {
    const isFirst = (await mkdir(sharedFolder, { recursive: true })) !== undefined
    await mkdir(folder)
    // Set again, because root's umask may have cleared it.
    for (const path of isFirst ? [sharedFolder, folder] : [folder]) await chmod(path, 0o755)
  } catch (error) {
    throw explained('Cannot make a folder for the database', messageOf(error), folder, error)
  }
  if (!(await canEnter(user, folder))) throw unreachable(dataDir)
  const pointer = pointerOf(dataDir)
  await writeFile(`${pointer}.new`, `${folder}\n`)
  await rename(`${pointer}.new`, pointer)
  const name = user.kind === 'other' ? user.name : 'this user'
  log(`${name} cannot enter ${dataDir}, so the database is kept in ${folder}`)
  return { dataDir, cluster: join(folder, 'postgres'), user, reachable: sharedFolder }
}

function unreachable(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the user it runs as instead cannot enter ${dataDir}. ` +
      'Set DATA_DIR to a folder that everyone can enter, or start Bindery as an ordinary user.',
  )
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw explained('Cannot look for the database', messageOf(error), path, error)
  }
}
