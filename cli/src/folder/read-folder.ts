import { constants } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, exitCodes } from '../failure.ts'
import { shellWord } from '../output/shell-word.ts'
import type { ProductFiles } from './product-files.ts'

const filesMax = 2_000
const fileBytesMax = 20 * 1024 * 1024
const bytesMax = 64 * 1024 * 1024
const depthMax = 8

/**
 * The files of a product folder by the server's own rules: all regular files, but no dotfiles and
 * no symbolic links, which could bring in a file from outside the folder.
 */
export async function readFolder(folder: string): Promise<ProductFiles> {
  await assertProductFolder(folder)
  const paths = await listFiles(folder, '', 1)
  const files = new Map<string, Uint8Array>()
  let bytesInAll = 0
  for (const path of paths.toSorted()) {
    const bytes = await readBounded(join(folder, path), path)
    bytesInAll += bytes.length
    if (bytesInAll > bytesMax) throw tooMuch(folder, `more than ${bytesMax / 1024 / 1024} MiB`)
    files.set(path, bytes)
  }
  return files
}

async function assertProductFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found === null || !found.isDirectory()) {
    const what = found === null ? 'There is no folder' : 'This is not a folder:'
    throw usage(`${what} ${folder}.`, `Create one with: bindery init ${shellWord(folder)}`)
  }
  if ((await stat(join(folder, 'product.yaml')).catch(() => null)) === null) {
    const fix = 'Name the folder that holds product.yaml, or create one with: bindery init <folder>'
    throw usage(`${folder} is not a product folder: it has no product.yaml.`, fix)
  }
}

/** The paths below a folder; a pull uses them to find existing files. */
export async function listFiles(folder: string, under: string, depth: number): Promise<string[]> {
  if (depth > depthMax) throw tooMuch(folder, `folders more than ${depthMax} deep`)
  const paths: string[] = []
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = `${under}${entry.name}`
    if (entry.isFile()) paths.push(path)
    if (entry.isDirectory()) paths.push(...(await listFiles(folder, `${path}/`, depth + 1)))
    if (paths.length > filesMax) throw tooMuch(folder, `more than ${filesMax} files`)
  }
  return paths
}

/** The file may have changed since it was listed, so its size is asked of the open file. */
async function readBounded(location: string, path: string): Promise<Uint8Array> {
  const handle = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await handle.stat()
    if (size > fileBytesMax) throw tooMuch(path, `more than ${fileBytesMax / 1024 / 1024} MiB`)
    return new Uint8Array(await handle.readFile())
  } finally {
    await handle.close()
  }
}

function tooMuch(where: string, what: string): Failure {
  return usage(`${where} holds ${what}.`, 'Keep only files of the product in its folder.')
}

function usage(message: string, fix: string): Failure {
  return new Failure(exitCodes.usage, message, fix)
}
