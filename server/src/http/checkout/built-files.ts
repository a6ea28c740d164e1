import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = new URL('../../../../checkout/dist/', import.meta.url)

/** A file of the checkout as it is sent. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
}

let reading: Promise<ReadonlyMap<string, BuiltFile>> | undefined

/**
 * The output of `npm run build`, read at the first request; by name, such as `files/de-1A2B.js`.
 */
export function builtFiles(): Promise<ReadonlyMap<string, BuiltFile>> {
  reading ??= readAll()
  return reading
}

async function readAll(): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = await readdir(dist, { recursive: true }).catch((error: Error) => {
    throw new Error(`The checkout is not built: run npm run build. ${error.message}`)
  })
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => typeOf(name) !== null)
  return new Map(await Promise.all(files.map(async (name) => [name, await readOne(name)] as const)))
}

async function readOne(name: string): Promise<BuiltFile> {
  const plain = await readFile(new URL(name, dist))
  return {
    type: typeOf(name) ?? '',
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
