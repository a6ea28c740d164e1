import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ClusterMaker, findRunning, makeCluster } from '../embedded/index.ts'
import { startEmbeddedPostgres } from '../embedded/index.ts'
import { fromBeforeFirstRelease } from '../before-first-release.ts'
import { BackupError } from './backup-error.ts'
import { type BackupEnd, type BackupHead, companionPath, companions } from './backup-format.ts'
import { endName, format, headName } from './backup-format.ts'
import { compareDigest } from './file-digest.ts'
import { Pieces, type TarHeader, TarError, contentOf, nextHeader } from './tar.ts'

const smallFileBytesMax = 1024 * 1024

export interface RestoreRequest {
  readonly dataDir: string
  readonly file: string
  readonly signal: AbortSignal
}

export interface RestoredBackup {
  readonly head: BackupHead
}

/** Creates the embedded database from a backup, in an empty folder; otherwise changes nothing. */
export async function restoreBackup(request: RestoreRequest): Promise<RestoredBackup> {
  const dataDir = resolve(request.dataDir)
  await assertEmpty(dataDir)
  // Read to its end before anything is written: a damaged file leaves no trace.
  const head = await checkBackup(request)
  const isNew = (await mkdir(dataDir, { recursive: true })) !== undefined
  try {
    await makeCluster(dataDir, head.postgresql, (maker) => unpack(request, dataDir, maker))
  } catch (error) {
    await empty(dataDir)
    if (isNew) await rmdir(dataDir)
    throw error
  }
  // The first start replays the log of the copy, which shows that it can be opened.
  const log = () => undefined
  const server = await startEmbeddedPostgres({ dataDir, durability: 'full', log })
  await server.stop()
  return { head }
}

async function assertEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const running = await findRunning(dataDir)
  throw new BackupError(
    running === undefined
      ? `${dataDir} is not empty, and a restore overwrites nothing. Set DATA_DIR to an empty folder.`
      : `A server is running on ${dataDir} (its PostgreSQL is process ${running.pid}). ` +
          'A restore goes into an empty folder: set DATA_DIR to one, or stop the server and move its folder away.',
  )
}

/** The folder was empty, so all files in it are ours. */
async function empty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Reads the whole file without keeping any of it. */
async function checkBackup(request: RestoreRequest): Promise<BackupHead> {
  const digest = await compareDigest(request.file, request.signal).catch((error: unknown) => {
    throw explain(error, request.file)
  })
  if (digest === 'wrong') throw damaged(request.file, wrongChecksum)
  let head: BackupHead | undefined
  await readEntries(request, async (header, content) => {
    if (head === undefined) head = await readHead(header, content)
    else for await (const _ of content);
  })
  if (head === undefined) throw damaged(request.file, 'it is empty')
  if (digest === 'missing') throw damaged(request.file, 'its end is missing')
  return head
}

async function readHead(header: TarHeader, content: AsyncIterable<Buffer>): Promise<BackupHead> {
  if (header.name !== headName) throw new BackupError('The file is not a Bindery backup.')
  // We wrote it ourselves, and its checksum is compared before it is used.
  const head = JSON.parse((await small(header, content)).toString()) as BackupHead
  if (head.format === format) return head
  if (head.format < format) throw new BackupError(fromBeforeFirstRelease('This backup'))
  throw new BackupError(
    `The backup has the format ${head.format}, which this release does not know. Restore it with the release that made it.`,
  )
}

async function unpack(
  request: RestoreRequest,
  dataDir: string,
  maker: ClusterMaker,
): Promise<void> {
  const keys = new Map(companions.map(({ name }) => [companionPath(name), name]))
  await readEntries(request, async (header, content) => {
    const key = keys.get(header.name)
    if (key !== undefined) {
      await writeFile(join(dataDir, key), await small(header, content), { mode: 0o600 })
    } else if (header.name === headName) await small(header, content)
    else await unpackEntry(header, content, maker)
  })
}

async function unpackEntry(
  { name, mode, isFolder }: TarHeader,
  content: AsyncIterable<Buffer>,
  maker: ClusterMaker,
): Promise<void> {
  const names = name.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  if (names.some((one) => one === '' || one === '.' || one === '..' || one.includes('\\'))) {
    if (isFolder && name === './') return
    throw new BackupError(
      `The backup holds the path ${JSON.stringify(name)}: nothing was restored.`,
    )
  }
  const path = join(maker.folder, ...names)
  if (isFolder) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700)
    await maker.give(path)
    return
  }
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode, flush: true }))
  await maker.give(path)
}

/** Calls back for every entry, and fails at the end where the checksum is wrong. */
async function readEntries(
  { file, signal }: RestoreRequest,
  onEntry: (header: TarHeader, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw explain(error, file)
  })
  const source = createReadStream(file, { signal })
  const plain = createGunzip()
  // A failure of either stream shows where the entries are read.
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain)
  const hash = createHash('sha256')
  const pending: Buffer[] = []
  const pieces = new Pieces(plain, (bytes) => pending.push(bytes))
  const settle = () => {
    for (const bytes of pending.splice(0)) hash.update(bytes)
  }
  try {
    for (;;) {
      const next = await nextHeader(pieces)
      if (next === null) throw damaged(file, 'its end is missing')
      const { header } = next
      if (header.name === endName) {
        const end = await small(header, contentOf(pieces, header.size))
        const { sha256 } = JSON.parse(end.toString()) as BackupEnd // We wrote it ourselves.
        if (sha256 !== hash.digest('hex')) throw damaged(file, wrongChecksum)
        await assertOver(pieces)
        // Decompression ignores bytes after its own end.
        if (plain.bytesWritten !== size) throw new TarError(behindItsEnd)
        return
      }
      settle()
      await onEntry(header, settling(contentOf(pieces, header.size), settle))
      settle()
    }
  } catch (error) {
    throw explain(error, file)
  } finally {
    plain.destroy()
    source.destroy()
  }
}

const wrongChecksum = 'its checksum is wrong'
const behindItsEnd = 'there are bytes after its end'

/** Reads to the end, so that the decompression's own checksum is compared as well. */
async function assertOver(pieces: Pieces): Promise<void> {
  for (;;) {
    const piece = await pieces.next(Infinity)
    if (piece.length === 0) return
    if (piece.some((byte) => byte !== 0)) throw new TarError(behindItsEnd)
  }
}

async function* settling(content: AsyncIterable<Buffer>, settle: () => void) {
  for await (const piece of content) {
    settle()
    yield piece
  }
}

async function small(header: TarHeader, content: AsyncIterable<Buffer>): Promise<Buffer> {
  if (header.size > smallFileBytesMax) throw new TarError(`${header.name} is too large`)
  return Buffer.concat(await Array.fromAsync(content))
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof TarError || error instanceof SyntaxError) return damaged(file, error.message)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EISDIR')
    return new BackupError(`The file ${file} does not exist.`)
  if (code === 'Z_BUF_ERROR') return damaged(file, 'it is cut off')
  if (code?.startsWith('Z_') === true) return damaged(file, 'it cannot be decompressed')
  return error
}

function damaged(file: string, why: string): BackupError {
  return new BackupError(
    `${file} is damaged: ${why}. Nothing was restored. Use another copy of it, or an earlier backup.`,
  )
}
