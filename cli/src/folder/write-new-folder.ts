import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure, exitCodes } from '../failure.ts'
import type { ProductFiles } from './product-files.ts'
import { assertInside } from './write-folder.ts'

/** Refuses, before any other work, a path where no new folder can be created. */
export async function assertNewFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (found !== null && !found.isDirectory()) {
    const fix = 'Choose a folder that does not exist yet.'
    throw new Failure(exitCodes.failed, `${folder} is a file or a link.`, fix)
  }
  if (found !== null && (await readdir(folder)).length > 0) {
    const fix = 'Choose a folder that does not exist yet.'
    throw new Failure(exitCodes.failed, `${folder} is not empty.`, fix)
  }
  const nearest = await nearestThere(resolve(folder))
  if (!(await stat(nearest)).isDirectory()) throw notWritten(folder, { code: 'ENOTDIR' })
  await access(nearest, constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw notWritten(folder, cause)
  })
}

/** Writes all files of a new folder or none: a failure leaves nothing behind. */
export async function writeNewFolder(folder: string, files: ProductFiles): Promise<string[]> {
  const paths = [...files.keys()].toSorted()
  for (const path of paths) assertInside(path)
  const place = resolve(folder)
  const isThere = (await lstat(place).catch(() => null)) !== null
  // A new folder appears as a whole; an existing empty folder is filled.
  const into = isThere ? place : join(dirname(place), `.${basename(place)}.${process.pid}.part`)
  try {
    for (const path of paths) {
      await makeFolder(join(into, dirname(path)))
      await writeFile(join(into, path), files.get(path) ?? '', { flag: 'wx' })
    }
    if (!isThere) await rename(into, place)
  } catch (cause) {
    const made = isThere ? paths.map((path) => join(place, path.split('/')[0] ?? path)) : [into]
    for (const one of made) await rm(one, { recursive: true, force: true })
    throw notWritten(folder, cause)
  }
  return paths
}

/** Step by step: where a system says of a folder that is there that it is not, Node's own way never ends. */
async function makeFolder(place: string): Promise<void> {
  if ((await lstat(place).catch(() => null)) !== null) return
  await makeFolder(dirname(place))
  await mkdir(place)
}

async function nearestThere(place: string): Promise<string> {
  const found = await lstat(place).catch(() => null)
  const above = dirname(place)
  return found !== null || above === place ? place : nearestThere(above)
}

function notWritten(folder: string, cause: unknown): Failure {
  const code: unknown = Object(cause).code
  const why = reasons.get(String(code)) ?? (cause instanceof Error ? cause.message : String(cause))
  const fix = 'Nothing was written. Choose another folder, or free some space.'
  return new Failure(exitCodes.failed, `${folder} cannot be written: ${why}.`, fix, { cause })
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'you have no permission to write there'],
  ['EPERM', 'you have no permission to write there'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a file is in the way'],
  ['EEXIST', 'another process has written there meanwhile'],
  ['ENOTEMPTY', 'another process has written there meanwhile'],
])
