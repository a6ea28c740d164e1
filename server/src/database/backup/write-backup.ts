import { createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type EmbeddedConnection, findRunning, hasCluster } from '../embedded/index.ts'
import { startEmbeddedPostgres } from '../embedded/index.ts'
import { BackupError } from './backup-error.ts'
import { type CompanionFile, archiveOf } from './archive.ts'
import { type BackupHead, companions, format } from './backup-format.ts'
import { baseBackup } from './base-backup.ts'
import { withDigest } from './file-digest.ts'

export interface BackupRequest {
  readonly dataDir: string
  readonly file: string
  readonly withKeys: boolean
  readonly now: Temporal.Instant
  readonly signal: AbortSignal
}

export interface WrittenBackup {
  readonly bytes: number
  readonly postgresql: string
  /** The secrets that are in it. */
  readonly keys: readonly string[]
}

/** Copies the embedded database into one file, whether a server runs on it or not. */
export async function writeBackup(request: BackupRequest): Promise<WrittenBackup> {
  const file = resolve(request.file)
  if (await isThere(file)) {
    throw new BackupError(
      `The file ${file} exists already. Choose another name, or move the file away.`,
    )
  }
  if (!(await hasCluster(request.dataDir))) {
    throw new BackupError(
      `There is no database in ${resolve(request.dataDir)}. Set DATA_DIR to the folder that the server uses.`,
    )
  }
  const keys = await readCompanions(request)
  const running = await findRunning(request.dataDir)
  if (running !== undefined) return write(running.connection, file, keys, request)
  const { dataDir } = request
  const started = await startEmbeddedPostgres({
    dataDir,
    durability: 'full',
    log: () => undefined,
  })
  try {
    return await write(started.superuserConnection, file, keys, request)
  } finally {
    await started.stop()
  }
}

/** Written under another name and renamed when it is complete and on disk. */
async function write(
  connection: EmbeddedConnection,
  file: string,
  files: readonly CompanionFile[],
  request: BackupRequest,
): Promise<WrittenBackup> {
  const half = `${file}.part-${process.pid}`
  try {
    const postgresql = await versionOf(connection)
    const head: BackupHead = {
      format,
      made_at: request.now.toString({ smallestUnit: 'second' }),
      postgresql,
      holds_keys: request.withKeys,
    }
    const archive = Readable.from(archiveOf(head, files, baseBackup(connection)), {
      objectMode: false,
    })
    await pipeline(
      archive,
      createGzip({ level: 1 }),
      withDigest,
      createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true }),
      { signal: request.signal },
    )
    const { size } = await stat(half)
    await rename(half, file)
    await syncFolder(dirname(file))
    const keys = files.filter((one) => one.isSecret).map((one) => one.name)
    return { bytes: size, postgresql, keys }
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

async function readCompanions({ dataDir, withKeys }: BackupRequest): Promise<CompanionFile[]> {
  const found: CompanionFile[] = []
  for (const { name, isSecret } of companions) {
    if (isSecret && !withKeys) continue
    const path = join(dataDir, name)
    if (await isThere(path)) found.push({ name, isSecret, content: await readFile(path) })
  }
  if (withKeys && !found.some(({ name }) => name === 'encryption.key')) {
    throw new BackupError(
      `There is no encryption.key in ${dataDir}: the keys are in ENCRYPTION_KEYS. ` +
        'Keep those in a safe place yourself, and leave --with-keys out.',
    )
  }
  return found
}

async function versionOf(connection: EmbeddedConnection): Promise<string> {
  const client = new pg.Client({ ...connection })
  client.on('error', () => undefined) // The query under way fails with it.
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  } finally {
    await client.end()
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // Folders cannot be opened there, nor need to be.
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
