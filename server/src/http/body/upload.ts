import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../kernel/index.ts'
import type { App } from '../deps.ts'
import { uploadLost, uploadTooLarge } from './reasons.ts'

/** An hour: enough for a gigabyte over a slow line and a slow database. */
export const uploadTimeoutMs = 3_600_000
const mebibyte = 1024 * 1024

/** A scope for calls that read their body as a stream, of these media types only. */
export function addUploads(
  app: App,
  mediaTypes: readonly string[],
  addRoutes: (scope: App) => void,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...mediaTypes], (_request, payload, done) => done(null, payload))
    addRoutes(scope)
  })
}

/** The bytes of the body as they arrive; a body beyond the limit is refused. */
export async function* bytesOf(
  request: FastifyRequest,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let bytesInAll = 0
  const body = request.body as IncomingMessage // Our parser passes the payload on as it is.
  // Destroying the body would close the connection before an early response is sent.
  const chunks: AsyncIterable<Uint8Array> = body.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) {
      bytesInAll += chunk.length
      if (bytesInAll > bytesMax) throw tooLarge(bytesMax)
      yield chunk
    }
  } catch (error) {
    throw request.raw.errored === error ? uploadLost() : error
  }
}

/** Refuses a body by its Content-Length, before it is read. */
export function assertFits(request: FastifyRequest, bytesMax: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

function tooLarge(bytesMax: number): Refusal {
  return uploadTooLarge(Math.floor(bytesMax / mebibyte))
}
