import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What is read of a body that nobody needs any more, so that its connection can be used again. */
const drainBytesMax = 64 * 1024 * 1024
const drainMsMax = 5_000

/**
 * A request may be answered when only some of its body was read. Node reads on where nobody has
 * begun to, but here the rest would stand before the next request of the connection for ever; cut
 * off, the answer might be lost. So it is read and thrown away, within limits, and whoever still
 * sends beyond them is cut off.
 */
export function addUnreadBody(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    if (raw.complete || raw.destroyed) return
    if (!(socket instanceof Socket)) return // It came by no wire.
    const bytesMax = socket.bytesRead + drainBytesMax
    const late = setTimeout(() => socket.destroy(), drainMsMax).unref()
    const stop = () => clearTimeout(late)
    raw
      // Whoever has read some of it may still listen, and while anybody does, nothing flows.
      .removeAllListeners('readable')
      .on('data', () => {
        if (socket.bytesRead > bytesMax) socket.destroy()
      })
      .once('end', stop)
      .once('close', stop)
      .resume()
  })
}
