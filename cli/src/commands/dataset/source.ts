import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Failure, exitCodes } from '../../failure.ts'
import { megabytes } from '../../output/megabytes.ts'
import type { ReportStep } from '../../output/progress.ts'

export interface Source {
  /** Null where nobody knows before the end. */
  readonly bytes: number | null
  read(tell: ReportStep): AsyncIterable<Uint8Array>
}

/** A file, or standard input for a dash. */
export async function openSource(file: string): Promise<Source> {
  if (file === '-') return { bytes: null, read: (tell) => counted(process.stdin, tell) }
  const found = await stat(file).catch(() => null)
  if (found === null || found.isDirectory()) {
    throw new Failure(
      exitCodes.usage,
      `${file} cannot be read.`,
      'Name a file, or - for standard input.',
    )
  }
  // A pipe or a device has no size of its own.
  const bytes = found.isFile() ? found.size : null
  return { bytes, read: (tell) => counted(createReadStream(file), tell) }
}

const lineBreak = 10

/** Tells how far it is: bytes and lines. */
async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  tell: ReportStep,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let lines = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) {
      lines += 1
    }
    tell({ done: bytes, text: `${megabytes(bytes)}, ${lines.toLocaleString('en')} lines` })
    yield chunk
  }
}
