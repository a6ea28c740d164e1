import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RequestLog } from '../../request-log/index.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that is answered; null where there is none. */
    errorCode: string | null
  }
}

/** Notes every request of a known caller once it is answered. Nobody waits for it. */
export function addRequestLog(app: FastifyInstance, log: RequestLog): void {
  app.decorateReply('errorCode', null)
  app.addHook('onResponse', (request, reply: FastifyReply, done) => {
    const { caller, routeOptions, method } = request
    if (caller !== null && routeOptions.url !== undefined) {
      log.note({
        requestId: request.id,
        accountId: caller.account.id,
        livemode: caller.livemode,
        actorId: caller.actor.id,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        code: reply.errorCode,
        durationMs: Math.round(reply.elapsedTime),
      })
    }
    done()
  })
}
