import type { FastifyInstance } from 'fastify'
import { stopping } from '../reasons.ts'

/**
 * A process that stops finishes what it has begun and begins nothing new: what still comes over an
 * open connection is sent to another process, or to this one's successor.
 */
export function addStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!isStopping) return
    reply.header('connection', 'close')
    throw stopping()
  })
}
