import type { FastifyInstance } from 'fastify'
import { stopping } from '../reasons.ts'

/**
 * A process that stops finishes running requests and refuses new ones: clients retry requests on
 * open connections at another process.
 */
export function addStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isStopping) {
      done()
      return
    }
    reply.header('connection', 'close')
    done(stopping())
  })
}
