import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Failure, exitCodes } from '../../failure.ts'
import { megabytes } from '../../output/megabytes.ts'
import type { ReportStep } from '../../output/progress.ts'

export interface Source {
  /** Null where the size is not known in advance. */
  readonly bytes: number | null
  read(report: ReportStep): AsyncIterable<Uint8Array>
}

/** A file, or standard input for a dash. */
export async function openSource(file: string): Promise<Source> {
  if (file === '-') return { bytes: null, read: (report) => counted(process.stdin, report) }
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
  return { bytes, read: (report) => counted(createReadStream(file), report) }
}

const lineBreak = 10

/** Passes the chunks on and reports bytes and lines read so far. */
async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  report: ReportStep,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let lines = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) {
      lines += 1
    }
    report({ done: bytes, text: `${megabytes(bytes)}, ${lines.toLocaleString('en')} lines` })
    yield chunk
  }
}
