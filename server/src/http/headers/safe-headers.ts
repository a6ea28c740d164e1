import type { FastifyInstance, FastifyReply } from 'fastify'

/** For public responses: a minute, so that a change is seen soon. */
export const publicCaching = 'public, max-age=60'

/**
 * Nearly every response contains personal data or needs a credential, so no cache may store it
 * unless the route allows it. Addresses contain keys and tokens, so pages send no referrer; and
 * JSON must not be interpreted as another type.
 */
export const safeHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(safeHeaders)
    done()
  })
}

/** A refusal is never cached, whatever the route set before. */
export function forbidKeeping(reply: FastifyReply): void {
  reply.header('cache-control', safeHeaders['cache-control'])
}
