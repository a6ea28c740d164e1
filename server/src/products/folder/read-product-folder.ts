import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductFiles } from '../product-definition.ts'

export const folderFilesMax = 2_000
export const folderFileBytesMax = 20 * 1024 * 1024
const folderBytesMax = 64 * 1024 * 1024
const folderDepthMax = 8

/**
 * All regular files under a product folder, byte for byte. Dotfiles are left out, and so are
 * symbolic links: a link could bring in a file from outside the folder.
 */
export async function readProductFolder(directory: string): Promise<ProductFiles> {
  const paths = await listFiles(directory, '', 1)
  if (paths.length > folderFilesMax) {
    throw new Error(`${directory} holds more than ${folderFilesMax} files; is it a product folder?`)
  }
  const files = new Map<string, Uint8Array>()
  let bytesInAll = 0
  for (const path of paths.toSorted()) {
    const bytes = await readBounded(join(directory, path), path)
    bytesInAll += bytes.length
    if (bytesInAll > folderBytesMax) {
      throw new Error(`${directory} holds more than ${folderBytesMax} bytes in all`)
    }
    files.set(path, bytes)
  }
  return files
}

async function listFiles(directory: string, under: string, depth: number): Promise<string[]> {
  if (depth > folderDepthMax) {
    throw new Error(`${join(directory, under)} lies deeper than ${folderDepthMax} folders`)
  }
  const paths: string[] = []
  for (const entry of await readdir(join(directory, under), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = `${under}${entry.name}`
    if (entry.isFile()) paths.push(path)
    if (entry.isDirectory()) paths.push(...(await listFiles(directory, `${path}/`, depth + 1)))
    if (paths.length > folderFilesMax) break
  }
  return paths
}

/** The file may have changed since it was listed, so its kind and size are asked of the open file. */
async function readBounded(location: string, path: string): Promise<Uint8Array> {
  const handle = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await handle.stat()
    if (size > folderFileBytesMax) {
      throw new Error(`${path} is larger than ${folderFileBytesMax} bytes`)
    }
    return new Uint8Array(await handle.readFile())
  } finally {
    await handle.close()
  }
}
