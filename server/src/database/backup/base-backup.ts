import { PassThrough } from 'node:stream'
import pg from 'pg'
import type { EmbeddedConnection } from '../embedded/index.ts'

/**
 * Copies the whole cluster with the log that makes the copy consistent. A command of the
 * replication protocol, which is not SQL and knows capitals only.
 */
const copyCommand = "BASE_BACKUP (LABEL 'bindery', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"
const bufferedBytesMax = 1024 * 1024

/** What `pg` calls while an answer arrives; its types know only whole queries. */
interface AnswerHandler {
  submit(connection: { query(text: string): void }): void
  handleCopyData(message: { readonly chunk: Buffer }, connection: pg.Connection): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** A running cluster as a tar stream, by PostgreSQL's own protocol for copies. */
export async function* baseBackup(connection: EmbeddedConnection): AsyncGenerator<Buffer> {
  // `replication` turns a session into one that can ask for a copy; the types leave it out.
  const client = new pg.Client({ ...connection, replication: 'true' } as pg.ClientConfig)
  const archive = new PassThrough({ writableHighWaterMark: bufferedBytesMax })
  client.on('error', (error) => archive.destroy(error))
  await client.connect()
  try {
    client.query(copyInto(archive) as unknown as pg.Submittable)
    for await (const chunk of archive) yield chunk as Buffer // Nothing else was written to it.
  } finally {
    archive.destroy()
    await client.end()
  }
}

function copyInto(archive: PassThrough): AnswerHandler & Record<string, unknown> {
  const nothing = () => undefined
  return {
    submit: (connection) => connection.query(copyCommand),
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleCopyData: ({ chunk }, { stream }) => {
      // The first byte distinguishes archive data from archive names and progress reports.
      if (chunk[0] !== 0x64 || archive.destroyed) return
      // A copy, because the parser uses the memory of a message again for the next.
      if (archive.write(Buffer.from(chunk.subarray(1)))) return
      // What was read before the pause still comes, message by message; one listener resumes it.
      if (stream.isPaused()) return
      stream.pause()
      archive.once('drain', () => stream.resume())
    },
    handleError: (error) => archive.destroy(error),
    handleReadyForQuery: () => archive.end(),
  }
}
