import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from '../../settings/index.ts'
import { answerOnSocket } from './broken-connection.ts'
import { clientAddress, countedAs } from './client-address.ts'

const retryAfterSeconds = 1
/** For the answer to arrive, before the connection is cut. */
const lingerMs = 250

/** Told to operators: what nobody asks for over HTTP is in no other count. */
export interface ConnectionSurvey {
  readonly open: number
  readonly refused: number
}

/**
 * Connections that do nothing cost a file handle each, and nobody who has none left can let anybody
 * in. So an address may hold some at once and no more; the proxies that are trusted, which bring the
 * connections of all others, are not counted. Who comes beyond it is answered at once, before it
 * has asked, and nothing that it sends is carried out: `addDraining` leaves alone what comes over a
 * connection that is closed from our side.
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
    status: 429,
    message: `This address holds ${perAddressMax} connections already, as many as it may at once. Use them again, or close some.`,
    headers: { 'retry-after': retryAfterSeconds },
  })
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
