import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BodyPace, defaultPace } from '../../settings/index.ts'
import { answerBrokenConnection } from '../connection/broken-connection.ts'

const bodyTimeoutMs = 30_000
export const looksPerGrace = 10
/** For the answer to arrive, before the connection is cut. */
const lingerMs = 250

/**
 * A body has to arrive in time and at a minimum pace: a client that sends one byte a second would
 * hold a connection, and whatever waits for the body, for as long as it likes. Node has one timeout
 * for all routes, and an upload of a gigabyte takes longer than a policy transaction may.
 */
export function addBodyPace(app: FastifyInstance, pace: BodyPace = defaultPace): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || request.raw.complete) return
    const { raw, routeOptions } = request
    const end = () => {
      stop()
      answerBrokenConnection(tooSlow(), raw.socket, request.id)
      setTimeout(() => raw.destroy(tooSlow()), lingerMs).unref()
    }
    const timer = setTimeout(end, routeOptions.config.bodyTimeoutMs ?? bodyTimeoutMs).unref()
    const watch = setInterval(lookAt(request, pace, end), pace.graceMs / looksPerGrace).unref()
    const stop = () => {
      clearTimeout(timer)
      clearInterval(watch)
    }
    raw.once('end', stop).once('close', stop)
  })
}

function lookAt({ raw }: FastifyRequest, pace: BodyPace, end: () => void): () => void {
  const isSlow = paceKeeper(pace, raw.socket.bytesRead)
  return () => {
    // While received bytes are unread, the server is the one that is slow.
    if (isSlow(raw.socket.bytesRead, raw.readableLength > 0)) end()
  }
}

/**
 * A transfer starts with the bytes of the grace period as credit, earns the bytes that pass and
 * pays at each look. Credit is capped, so that a fast start does not pay for a slow rest. Looks are
 * counted instead of time: while this process is blocked, no transfer falls behind.
 */
export function paceKeeper(pace: BodyPace, bytesBefore: number) {
  const creditMax = (pace.bytesPerSecondMin * pace.graceMs) / 1000
  let credit = creditMax
  let bytesSeen = bytesBefore
  return (bytes: number, isHeldByUs: boolean): boolean => {
    const due = isHeldByUs ? 0 : creditMax / looksPerGrace
    credit = Math.min(creditMax, credit + bytes - bytesSeen) - due
    bytesSeen = bytes
    return credit < 0
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function tooSlow(): Error {
  const error = new Error('the body was not received in time')
  return Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
