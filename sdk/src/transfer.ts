import { BinderyError } from './bindery-error.ts'
import { type RawRequest, buildRequest } from './build-request.ts'
import type { Connection } from './connection.ts'
import type { OperationRow } from './generated.ts'
import type { CallOptions } from './operation.ts'
import { type Sent, assertDocumented, readAnswer } from './read-answer.ts'
import { readError } from './read-error.ts'
import { unreachable } from './send.ts'
import { type UploadSource, bodyOf, chunksOf } from './upload-source.ts'

/**
 * Streams a body. It is sent once, because a stream cannot be read again. Only the signal limits the
 * time, because large files take long.
 */
export async function upload(
  connection: Connection,
  row: OperationRow,
  options: RawRequest & CallOptions,
  content: { readonly source: UploadSource; readonly type: string },
): Promise<Sent> {
  const { url, init } = buildRequest(connection, row, { ...options, body: undefined })
  const { body, failure } = bodyOf(content.source)
  const headers = new Headers(init.headers)
  headers.set('content-type', content.type)
  const request = { ...init, headers, body, duplex: 'half', signal: options.signal ?? null }
  try {
    const response = await connection.fetch(url, request as RequestInit) // Not all types know duplex.
    const text = await response.text()
    if (!response.ok) throw readError(response, text)
    return readAnswer(response, text, row)
  } catch (error) {
    const failed = failure()
    if (failed !== undefined) throw failed.reason
    options.signal?.throwIfAborted()
    throw error instanceof BinderyError ? error : unreachable(url, error)
  }
}

/** Streams an answer. A broken connection throws while it is read. */
export async function* download(
  connection: Connection,
  row: OperationRow,
  options: RawRequest & CallOptions,
): AsyncGenerator<Uint8Array> {
  const { url, init } = buildRequest(connection, row, options)
  const { signal } = options
  const response = await connection
    .fetch(url, { ...init, signal: signal ?? null })
    .catch((cause: unknown) => {
      signal?.throwIfAborted()
      throw unreachable(url, cause)
    })
  if (!response.ok) throw readError(response, await response.text())
  assertDocumented(response, row)
  if (response.body === null) return
  try {
    yield* chunksOf(response.body)
  } catch (cause) {
    signal?.throwIfAborted()
    throw unreachable(url, cause)
  }
}
