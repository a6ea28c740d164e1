import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerBrokenConnection } from './broken-connection.ts'

const bodyTimeoutMs = 30_000

/**
 * A body has to come in time. Node can say that once for all routes, and an upload of a gigabyte
 * takes longer than the order of a policy may.
 */
export function addBodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || request.raw.complete) return
    const { raw, routeOptions } = request
    const timer = setTimeout(
      () => answerBrokenConnection(tooSlow(), raw.socket),
      routeOptions.config.bodyTimeoutMs ?? bodyTimeoutMs,
    ).unref()
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function tooSlow(): Error {
  const error = new Error('the body did not come in time')
  return Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
