import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends a file that is written while it is read. The first piece is made before the answer begins,
 * so that what fails at once is answered as an error; what fails later ends the connection.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, file }: { readonly mediaType: string; readonly file: string },
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next()
  const stream = Readable.from(withFirst(first, pieces), { objectMode: false })
  stream.on('error', (error) => request.log.error({ err: error }, 'an export broke off'))
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(stream)
}

async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  try {
    if (first.done !== true) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
