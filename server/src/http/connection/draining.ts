import { Server, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../deps.ts'
import { stopping } from '../reasons.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining
  }
}

/** How a server leaves its clients: told first, answered as long as they ask, cut off never. */
export interface Draining {
  hasBegun(): boolean
  /**
   * From now on `/readyz` says no, so that whoever shares the load out looks elsewhere. After the
   * delay nobody new is let in, and every answer is the last one of its connection. What is still
   * under way in the end is for `app.close()` to wait for.
   */
  drain(delayMs: number): Promise<void>
  /** Aborted when what takes long is to be given up, so that the server can end. */
  readonly tooLate: AbortSignal
}

/** Whoever is in the middle of a series of requests comes back within this time. */
const unresponsiveMs = 2_000
/** How long a client may take to notice that its idle connection was closed. */
const farewellMs = 250
/** Imports and exports that were under way may come to their end within this time. */
const longWorkMs = 3_000
const lookAgainMs = 20
const turnsMax = 1_000

export function addDraining(app: App): void {
  /** Everybody who is connected, with the number of requests under way. */
  const connections = new Map<Socket, number>()
  let knocks = 0
  let hasBegun = false
  let isLeaving = false
  let closing: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  const tooLate = new AbortController()
  const count = (socket: Socket, change: number) => {
    if (!connections.has(socket)) socket.once('close', () => connections.delete(socket))
    connections.set(socket, (connections.get(socket) ?? 0) + change)
  }
  const closeIdle = () => {
    for (const [socket, requests] of connections) if (requests === 0) socket.end()
  }
  app.server.on('connection', (socket) => {
    knocks += 1
    count(socket, 0)
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (!(socket instanceof Socket)) return undefined // It came by no wire.
    // Closed from our side already: an answer could not be sent, so nothing may be done.
    if (socket.writableEnded) return reply.hijack()
    count(socket, 1)
    return undefined
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    if (connections.has(socket)) count(socket, -1)
  })
  app.decorate('draining', {
    hasBegun: () => hasBegun,
    tooLate: tooLate.signal,
    drain: async (delayMs) => {
      hasBegun = true
      await sleep(delayMs)
      await stopListening(app, () => knocks)
      isLeaving = true
      await until(() => connections.size === 0, unresponsiveMs)
      closeIdle()
      await until(() => connections.size === 0, farewellMs)
    },
  })
  app.addHook('preClose', async () => {
    hasBegun = true
    isLeaving = true
    // An answer whose head was sent before leaves its connection open behind it.
    closing = setInterval(closeIdle, lookAgainMs).unref()
    late = setTimeout(() => tooLate.abort(stopping()), longWorkMs).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(closing)
    clearTimeout(late)
  })
}

/**
 * Only that: Node's own `close` of an HTTP server also cuts connections that look idle. It is done
 * right after a turn in which nobody knocked, because those who stand before a door that closes
 * are reset.
 */
async function stopListening(app: App, knocks: () => number): Promise<void> {
  for (let turn = 0, before = -1; turn < turnsMax && knocks() !== before; turn += 1) {
    before = knocks()
    await nextTurn()
  }
  if (app.server.listening) Server.prototype.close.call(app.server)
}

async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!isSo() && performance.now() < giveUpAt) await sleep(lookAgainMs)
}
