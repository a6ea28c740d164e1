import { decodeFile } from '../base64.ts'
import { BinderyError } from '../bindery-error.ts'
import type { Client } from '../client.ts'
import type { ProductFiles } from '../generated.ts'
import type { SimulatedProduct } from './steps.ts'

type Files = ProductFiles['files']

/**
 * The version that has this content: of all that were pushed before, else a what-if of the folder,
 * which nobody can publish. The same simulation can be run again without another version each time.
 */
export async function versionOf(client: Client, product: SimulatedProduct): Promise<string> {
  const { product_version_id: versionId } = product
  // A folder has no file of that name, but it would be a text all the same.
  if (versionId !== undefined) return versionId
  const files: Files = product
  const key = /^key: *['"]?([\w-]+)/m.exec(textOf(files['product.yaml']))?.[1]
  const found = key === undefined ? null : await findVersion(client, key, await hashOf(files))
  return found ?? (await client.manage.products.whatIf(files)).product_version_id
}

async function findVersion(client: Client, key: string, hash: string): Promise<string | null> {
  try {
    const { versions } = await client.manage.products.get(key)
    return versions.find((version) => version.content_hash === hash)?.id ?? null
  } catch (error) {
    if (error instanceof BinderyError && error.kind === 'notFound') return null
    throw error
  }
}

/** As the server hashes a folder: each path and the hash of its content, in the order of the paths. */
async function hashOf(files: Files): Promise<string> {
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1))
  const parts: Uint8Array[] = []
  for (const [path, content] of sorted) {
    parts.push(new TextEncoder().encode(`${path}\0`), await sha256(decodeFile(content)))
  }
  const whole = await sha256(await bytesOf(parts))
  return Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content))
}

async function bytesOf(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function textOf(content: string | undefined): string {
  return content === undefined ? '' : new TextDecoder().decode(decodeFile(content))
}
