import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../kernel/index.ts'
import type { App } from '../deps.ts'
import { uploadLost, uploadTooLarge } from './reasons.ts'

/** An hour: a gigabyte over a slow line, and a database that takes its time. */
export const uploadTimeoutMs = 3_600_000
const mebibyte = 1024 * 1024

/** A place for calls whose body is read as it comes, and only of these media types. */
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

/** The bytes of the body as they come; more than so many are refused. */
export async function* bytesOf(
  request: FastifyRequest,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let bytesInAll = 0
  const body = request.body as IncomingMessage // Our parser passes the payload on as it is.
  // Whoever stops reading still answers: to destroy the body would be to close the connection.
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

/** What is announced as too large is not even read. */
export function assertFits(request: FastifyRequest, bytesMax: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

function tooLarge(bytesMax: number): Refusal {
  return uploadTooLarge(Math.floor(bytesMax / mebibyte))
}
