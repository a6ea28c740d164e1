import { Readable, addAbortSignal } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyPace } from '../../settings/index.ts'
import { looksPerGrace, paceKeeper } from './body-pace.ts'
import { whenAnswered } from '../access/concurrency-limits.ts'

/**
 * Streams a text. The first piece is made before the response begins, so that an early failure
 * becomes an error response; a later failure ends the connection.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, file }: { readonly mediaType: string; readonly file?: string },
  pieces: AsyncGenerator<string>,
  pace: BodyPace,
): Promise<FastifyReply> {
  const type = `${mediaType}; charset=utf-8`
  const named = file === undefined ? { type } : { type, file }
  return sendFile(request, reply, named, pieces, pace)
}

/** The same for a file that is no text. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, file }: { readonly type: string; readonly file?: string },
  pieces: AsyncGenerator<string | Buffer>,
  pace: BodyPace,
): Promise<FastifyReply> {
  const first = await pieces.next()
  watchReader(reply, pace)
  const stream = Readable.from(withFirst(first, pieces), { objectMode: false })
  addAbortSignal(request.server.draining.tooLate, stream)
  stream.on('error', (error) => request.log.error({ err: error }, 'an export broke off'))
  reply.header('content-type', type)
  if (file !== undefined) reply.header('content-disposition', `attachment; filename="${file}"`)
  return reply.send(stream)
}

/** Disconnects a slow reader, which would hold the resources behind the file. */
function watchReader(reply: FastifyReply, pace: BodyPace): void {
  const { socket } = reply.raw
  if (socket === null) return
  const passed = () => socket.bytesWritten - socket.writableLength
  const isSlow = paceKeeper(pace, passed())
  const watch = setInterval(() => {
    // While there is nothing to send, the server is the one that is slow.
    if (isSlow(passed(), socket.writableLength === 0)) socket.destroy()
  }, pace.graceMs / looksPerGrace).unref()
  whenAnswered(reply, () => clearInterval(watch))
}

async function* withFirst(
  first: IteratorResult<string | Buffer>,
  rest: AsyncGenerator<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  try {
    if (first.done !== true) yield first.value
    for await (const piece of rest) {
      await turn() // With a fast connection all pieces would be made in one turn of the event loop.
      yield piece
    }
  } finally {
    await rest.return(undefined)
  }
}
