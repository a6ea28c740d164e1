import type { FastifyInstance } from 'fastify'
import type { Traffic } from '../../kernel/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only polls the progress of background work, which yields to other requests. */
    watches?: boolean
  }
}

/** Counts the running requests, so that background work can yield to them. */
export function addTraffic(app: FastifyInstance, traffic: Traffic): void {
  app.addHook('onRequest', ({ routeOptions, raw }, _reply, done) => {
    const { isProbe, watches } = routeOptions.config
    if (isProbe !== true && watches !== true) {
      traffic.enter(performance.now())
      // Also where the client leaves before it is answered.
      raw.once('close', () => traffic.leave(performance.now()))
    }
    done()
  })
}
