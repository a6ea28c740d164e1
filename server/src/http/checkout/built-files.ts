import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Workspaces whose output is served. */
export type BuiltWorkspace = 'checkout' | 'console'

/** A file of a page as it is sent. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
}

const reading = new Map<BuiltWorkspace, Promise<ReadonlyMap<string, BuiltFile>>>()

/**
 * The output of `npm run build`, read at the first request; by name, such as `files/de-1A2B.js`.
 */
export function builtFiles(workspace: BuiltWorkspace): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = reading.get(workspace) ?? readAll(workspace)
  reading.set(workspace, files)
  return files
}

async function readAll(workspace: BuiltWorkspace): Promise<ReadonlyMap<string, BuiltFile>> {
  const dist = new URL(`../../../../${workspace}/dist/`, import.meta.url)
  const names = await readdir(dist, { recursive: true }).catch((error: Error) => {
    throw new Error(`The ${workspace} is not built: run npm run build. ${error.message}`)
  })
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => typeOf(name) !== null)
  const read = async (name: string) => [name, await readOne(new URL(name, dist))] as const
  return new Map(await Promise.all(files.map(read)))
}

async function readOne(path: URL): Promise<BuiltFile> {
  const plain = await readFile(path)
  return {
    type: typeOf(path.pathname) ?? '',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  }
}

function typeOf(name: string): string | null {
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8'
  return name.endsWith('.css') ? 'text/css; charset=utf-8' : null
}
