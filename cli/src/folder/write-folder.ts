import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure, exitCodes } from '../failure.ts'
import { listFiles } from './read-folder.ts'
import type { ProductFiles } from './product-files.ts'

export interface WrittenFolder {
  readonly written: readonly string[]
  readonly unchanged: readonly string[]
  /** Files that lie in the folder and not in the version; they are left alone. */
  readonly others: readonly string[]
}

export interface WriteOptions {
  /** Whether files with other content may be overwritten. */
  readonly overwrite: boolean
  /** Whether the folder may hold files that the version does not have; a push would add them. */
  readonly keepOthers: boolean
}

/** Writes the files of a version. Changed files are kept unless `overwrite` is set. */
export async function writeFolder(
  folder: string,
  files: ProductFiles,
  { overwrite, keepOthers }: WriteOptions,
): Promise<WrittenFolder> {
  for (const path of files.keys()) assertInside(path)
  const there = await listThere(folder)
  const compared = await compareWith(folder, files)
  if (compared.changed.length > 0 && !overwrite) {
    throw new Failure(
      exitCodes.failed,
      `${folder} has different content in ${compared.changed.join(', ')}.`,
      'Pull into another folder, or overwrite your changes with --force.',
    )
  }
  const others = there.filter((path) => !files.has(path))
  if (others.length > 0 && !keepOthers) {
    throw new Failure(
      exitCodes.failed,
      `${folder} holds files that this version does not have: ${listed(others)}.`,
      'A push would make them part of the product. Pull into another folder, remove them, or keep them there with --keep-others.',
    )
  }
  const written = [...compared.changed, ...compared.missing].toSorted()
  for (const path of written) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), files.get(path) ?? '')
  }
  return { written, unchanged: compared.same, others }
}

const listedMax = 5

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, listedMax).join(', ')
  return paths.length > listedMax ? `${shown} and ${paths.length - listedMax} more` : shown
}

const unsafeLetters = /[\\:]|\p{Cc}/u

/** Refuses paths that lead outside the folder: the server is not trusted with local files. */
export function assertInside(path: string): void {
  const names = path.split('/')
  const areSafe = names.every((name) => name !== '' && !name.startsWith('.'))
  if (areSafe && !unsafeLetters.test(path)) return
  const message = `The server named a file ${JSON.stringify(path)}, which is not safe to write.`
  throw new Failure(
    exitCodes.failed,
    message,
    'Nothing was written. Ask the author of the version.',
  )
}

async function listThere(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => null)
  if (found === null) return []
  if (found.isDirectory()) return listFiles(folder, '', 1)
  throw new Failure(exitCodes.usage, `${folder} is not a folder.`, 'Name another folder.')
}

async function compareWith(folder: string, files: ProductFiles) {
  const same: string[] = []
  const changed: string[] = []
  const missing: string[] = []
  for (const [path, content] of files) {
    const old = await readPlain(folder, path)
    if (old === null) missing.push(path)
    else if (Buffer.from(content).equals(old)) same.push(path)
    else changed.push(path)
  }
  return { same, changed, missing }
}

/** Null where there is no file. A symbolic link could lead out of the folder, so it is refused. */
async function readPlain(folder: string, path: string): Promise<Buffer | null> {
  const names = path.split('/')
  for (let depth = 1; depth <= names.length; depth++) {
    const location = join(folder, ...names.slice(0, depth))
    const found = await lstat(location).catch(() => null)
    if (found === null) return null
    const isLast = depth === names.length
    if (isLast ? found.isFile() : found.isDirectory()) continue
    const message = `${location} is not a plain ${isLast ? 'file' : 'folder'}.`
    throw new Failure(exitCodes.failed, message, 'Nothing was written. Pull into another folder.')
  }
  return readFile(join(folder, path))
}
