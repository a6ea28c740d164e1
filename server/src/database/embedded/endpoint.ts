import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ClusterPlace } from './cluster-place.ts'
import { canEnter, giveTo } from './database-user.ts'
import { EmbeddedPostgresError, codeOf } from './embedded-postgres-error.ts'

/** Where PostgreSQL listens: the folder of its socket, or an address of this machine on Windows. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly password?: string
}

export const onWindows = process.platform === 'win32'

/** It only names the socket: nothing listens on the network. */
const socketPort = 5432
/** Systems allow 104 or 108 bytes; the socket's own name takes 15 of them. */
const socketFolderBytesMax = 85
const folderPrefix = 'bindery-'

export async function openEndpoint(place: ClusterPlace, password?: string): Promise<Endpoint> {
  if (onWindows) return { host: '127.0.0.1', port: await freePort(), ...(password && { password }) }
  for (const parent of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', place.reachable]) {
    const folder = await makeSocketFolder(parent, place)
    if (folder) return { host: folder, port: socketPort }
  }
  throw new EmbeddedPostgresError(
    'There is no folder for the socket of PostgreSQL: /tmp cannot be written. ' +
      'Make /tmp writable, or set TMPDIR to a folder with a short name.',
  )
}

/** Only folders that we made: a path found in a file is not yet a reason to delete it. */
export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  if (onWindows || !basename(endpoint.host).startsWith(folderPrefix)) return
  await rm(endpoint.host, { recursive: true, force: true })
}

/** Makes the socket folder again where it is gone: the system may have tidied /tmp. */
export async function restoreEndpoint(endpoint: Endpoint, place: ClusterPlace): Promise<void> {
  if (onWindows) return
  try {
    await mkdir(endpoint.host, { mode: 0o700 })
    await giveTo(place.user, endpoint.host)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // The folder still exists, as it should.
  }
}

async function makeSocketFolder(parent: string, place: ClusterPlace): Promise<string | undefined> {
  const path = join(parent, folderPrefix)
  if (Buffer.byteLength(path) + 6 > socketFolderBytesMax) return undefined
  let folder: string
  try {
    folder = await mkdtemp(path)
  } catch {
    return undefined // The next parent may do; when none does, the caller says so.
  }
  await chmod(folder, 0o700)
  await giveTo(place.user, folder)
  if (await canEnter(place.user, folder)) return folder
  await rm(folder, { recursive: true })
  return undefined
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('a port was expected')
  return address.port
}

export function passwordFile(place: ClusterPlace): string {
  return join(place.dataDir, 'postgres-password')
}

/** Only Windows needs one: a socket is guarded by the folder it lies in. */
export async function readPassword(place: ClusterPlace): Promise<string | undefined> {
  if (!onWindows) return undefined
  const file = passwordFile(place)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const password = randomBytes(24).toString('base64url')
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return password
  }
}
