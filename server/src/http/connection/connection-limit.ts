import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from '../../settings/index.ts'
import { answerOnSocket } from './broken-connection.ts'
import { clientAddress, countedAs } from './client-address.ts'
import { tooManyConnections } from '../reasons.ts'

const retryAfterSeconds = 1
/** For the answer to arrive, before the connection is cut. */
const lingerMs = 250

/** For the metrics: connections that never send a request are in no other count. */
export interface ConnectionSurvey {
  readonly open: number
  readonly refused: number
}

/**
 * An idle connection costs a file handle, and a process without free handles accepts nobody. So
 * each address may hold a limited number of connections at once; trusted proxies, which carry the
 * connections of all clients, are not counted. A connection beyond the limit is answered at once,
 * before it sends a request, and its requests are not carried out: `addDraining` ignores requests
 * that arrive on a connection which the server has closed.
 */
export function addConnectionLimit(
  app: FastifyInstance,
  perAddressMax: number,
  trusts: TrustedProxies,
): () => ConnectionSurvey {
  const held = new Map<string, number>()
  let open = 0
  let refused = 0
  app.server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    const address = clientAddress({ socket, headers: {} }, trusts)
    if (trusts(address)) return
    const name = countedAs(address)
    const before = held.get(name) ?? 0
    if (before >= perAddressMax) {
      refused += 1
      refuse(socket, perAddressMax)
      return
    }
    held.set(name, before + 1)
    socket.once('close', () => {
      const left = (held.get(name) ?? 0) - 1
      if (left > 0) held.set(name, left)
      else held.delete(name)
    })
  })
  return () => ({ open, refused })
}

function refuse(socket: Socket, perAddressMax: number): void {
  answerOnSocket(socket, {
    refusal: tooManyConnections(perAddressMax),
    headers: { 'retry-after': retryAfterSeconds },
  })
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
