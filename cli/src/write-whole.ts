import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { megabytes } from './output/megabytes.ts'
import type { ReportStep } from './output/progress.ts'

/** Where a file is written until it is whole. */
export function unfinishedOf(path: string): string {
  return `${path}.${process.pid}.part`
}

/**
 * Writes to a temporary file first, so that a failure leaves the old file untouched. Returns the size in
 * bytes.
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  report?: ReportStep,
): Promise<number> {
  const unfinished = unfinishedOf(path)
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      report?.({ done: bytes, text: megabytes(bytes) })
      yield chunk
    }
  }
  try {
    await pipeline(counted(), createWriteStream(unfinished))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return bytes
}
