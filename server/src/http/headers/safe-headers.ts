import type { FastifyInstance, FastifyReply } from 'fastify'

/** For answers that are the same for everybody: a minute, so that a change is soon seen. */
export const publicCaching = 'public, max-age=60'

/**
 * Nearly every answer is about a person or came for a credential, so nothing between us and the
 * caller may keep it unless its route says otherwise. Addresses hold keys and tokens, so no page
 * tells them on; and what is JSON is not to be taken for anything else.
 */
export const safeHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(safeHeaders))
}

/** A refusal is never kept, whatever the route said before it refused. */
export function forbidKeeping(reply: FastifyReply): void {
  reply.header('cache-control', safeHeaders['cache-control'])
}
