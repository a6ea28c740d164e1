import { createHash } from 'node:crypto'
import { endOfTar, tarEntry } from '../../database/index.ts'

export interface BundleFile {
  /** Its path in the archive: letters, digits, dots and hyphens. */
  readonly name: string
  readonly content: Buffer | string
}

const readableByAll = 0o644

/** An archive of files, one after the other, with their SHA-256 at the end. */
export async function* archiveOf(files: AsyncIterable<BundleFile>): AsyncGenerator<Buffer> {
  const sums: string[] = []
  for await (const { name, content } of files) {
    const bytes = Buffer.from(content)
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    yield tarEntry(name, bytes, readableByAll)
  }
  yield tarEntry('SHA256SUMS', Buffer.from(sums.join('')), readableByAll)
  yield endOfTar
}

/** The number of a file among others, such that they are sorted by it. */
export function placeOf(number: number): string {
  return String(number).padStart(6, '0')
}

/** A designation as part of a name of a file. */
export function inName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '-').slice(0, 50)
}

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
