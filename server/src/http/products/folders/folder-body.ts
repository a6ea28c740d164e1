import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Refusal, parseJson } from '../../../kernel/index.ts'
import type { FolderWorkers } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App } from '../../deps.ts'
import { bodyTooLarge } from '../../reasons.ts'

/** Bodies up to this size are parsed in this thread, which takes some milliseconds. */
const smallBytesMax = 512 * 1024

/**
 * Parses product folders in JSON: large ones in a worker, so that they do not block other requests.
 */
export function addFolderBodies(scope: App, folderWorkers: FolderWorkers): void {
  scope.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i,
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const parts = await collect(request, payload)
      const bytes = parts.reduce((sum, part) => sum + part.length, 0)
      if (bytes <= smallBytesMax) {
        const { value, text } = parseJson(Buffer.concat(parts))
        request.rawBody = text
        return value
      }
      const { files, members, hash } = await folderWorkers.unpack(
        callerOf(request).account.id,
        parts,
      )
      request.folder = files
      request.rawBody = hash
      return members
    },
  )
}

async function collect(request: FastifyRequest, payload: IncomingMessage): Promise<Uint8Array[]> {
  const { bodyLimit } = request.routeOptions
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit)
  const parts: Uint8Array[] = []
  let bytes = 0
  // Destroying the body would close the connection before an early response is sent.
  const chunks: AsyncIterable<Uint8Array> = payload.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bodyLimit) throw tooLarge(bodyLimit)
    parts.push(chunk)
  }
  return parts
}

function tooLarge(bytesMax: number): Refusal {
  return bodyTooLarge(Math.floor(bytesMax / (1024 * 1024)))
}
