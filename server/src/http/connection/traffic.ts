import type { FastifyInstance } from 'fastify'
import type { Traffic } from '../../kernel/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only looks how far something has come that would step back for other requests. */
    watches?: boolean
  }
}

/** Counts the requests under way, so that work which nobody waits for can let them go first. */
export function addTraffic(app: FastifyInstance, traffic: Traffic): void {
  app.addHook('onRequest', async ({ routeOptions, raw }) => {
    const { isProbe, watches } = routeOptions.config
    if (isProbe === true || watches === true) return
    traffic.enter(performance.now())
    // Also where the client leaves before it is answered.
    raw.once('close', () => traffic.leave(performance.now()))
  })
}
