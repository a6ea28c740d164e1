import type { FastifyInstance } from 'fastify'
import type { Traffic } from '../kernel/index.ts'

/** Counts the requests under way, so that work which nobody waits for can let them go first. */
export function addTraffic(app: FastifyInstance, traffic: Traffic): void {
  app.addHook('onRequest', async ({ routeOptions, raw }) => {
    if (routeOptions.config.isProbe === true) return
    traffic.enter()
    // Also where the client leaves before it is answered.
    raw.once('close', () => traffic.leave(performance.now()))
  })
}
