import { Server, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../deps.ts'
import { stopping } from '../reasons.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining
  }
}

/** A graceful stop: clients get notice, requests are answered, no connection is cut. */
export interface Draining {
  hasBegun(): boolean
  /**
   * From now on `/readyz` reports that the server is not ready, so that a load balancer routes
   * elsewhere. After the delay no connection is accepted, and each response closes its connection.
   * `app.close()` waits for requests that still run.
   */
  drain(delayMs: number): Promise<void>
  /** Aborted when long calls have to end, so that the server can stop. */
  readonly tooLate: AbortSignal
}

/** A client in a series of requests sends its next one within this time. */
const nextRequestMs = 2_000
/** How long a client may take to notice that its idle connection was closed. */
const farewellMs = 250
/** Running imports and exports may finish within this time. */
const longWorkMs = 3_000
const lookAgainMs = 20
const turnsMax = 1_000

export function addDraining(app: App): void {
  /** The open connections, with the number of their running requests. */
  const connections = new Map<Socket, number>()
  let accepted = 0
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
    accepted += 1
    count(socket, 0)
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (!(socket instanceof Socket)) return undefined // An injected request.
    // The server has closed the connection: no response can be sent, so the request is not run.
    if (socket.writableEnded) return reply.hijack()
    count(socket, 1)
    return undefined
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    if (connections.has(socket)) count(socket, -1)
    done()
  })
  app.decorate('draining', {
    hasBegun: () => hasBegun,
    tooLate: tooLate.signal,
    drain: async (delayMs) => {
      hasBegun = true
      await sleep(delayMs)
      await stopListening(app, () => accepted)
      isLeaving = true
      await until(() => connections.size === 0, nextRequestMs)
      closeIdle()
      await until(() => connections.size === 0, farewellMs)
    },
  })
  app.addHook('preClose', async () => {
    hasBegun = true
    isLeaving = true
    // A response whose head was sent before leaves its connection open.
    closing = setInterval(closeIdle, lookAgainMs).unref()
    late = setTimeout(() => tooLate.abort(stopping()), longWorkMs).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(closing)
    clearTimeout(late)
  })
}

/**
 * Stops listening only: `close` of an HTTP server also cuts idle connections. It happens right
 * after a turn of the event loop without a new connection, because pending connections are reset.
 */
async function stopListening(app: App, accepted: () => number): Promise<void> {
  for (let turn = 0, before = -1; turn < turnsMax && accepted() !== before; turn += 1) {
    before = accepted()
    await nextTurn()
  }
  if (app.server.listening) Server.prototype.close.call(app.server)
}

async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!isSo() && performance.now() < giveUpAt) await sleep(lookAgainMs)
}
