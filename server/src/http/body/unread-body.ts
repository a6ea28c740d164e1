import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The limits for draining an unread body, so that its connection can be reused. */
const drainBytesMax = 64 * 1024 * 1024
const drainMsMax = 5_000

/**
 * A response may be sent before the whole body was read. Node drains a body that nobody has begun
 * to read, but the rest of a partly read one would block the next request of the connection for
 * ever; closing the connection might lose the response. So the rest is drained within limits, and a
 * client that sends beyond them is disconnected.
 */
export function addUnreadBody(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) drain(raw)
    done()
  })
}

function drain(raw: IncomingMessage): void {
  const { socket } = raw
  if (!(socket instanceof Socket)) return // An injected request.
  const bytesMax = socket.bytesRead + drainBytesMax
  const late = setTimeout(() => socket.destroy(), drainMsMax).unref()
  const stop = () => clearTimeout(late)
  raw
    // A leftover listener for `readable` would keep the stream from flowing.
    .removeAllListeners('readable')
    .on('data', () => {
      if (socket.bytesRead > bytesMax) socket.destroy()
    })
    .once('end', stop)
    .once('close', stop)
    .resume()
}
