import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const allowed = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Authentication, Endorsement-Token, Content-Type, Idempotency-Key, If-Match, If-None-Match, Lead-Token, Payment-Token, Test-Clock, X-Request-Id',
  'access-control-max-age': '86400',
} as const

const exposed =
  'ETag, Idempotency-Replayed, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id'

/**
 * Any page may ask and read the answer: keys travel in the request itself and there are no cookies, so
 * a foreign page gains nothing that it does not already hold. Which pages a public key is for is
 * decided with the integration (`assertPageAllowed`), and a refused page can read that too.
 */
export function addCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => allowOrigin(request, reply))
  app.options(
    '/*',
    { config: { access: 'open' }, schema: { hide: true } },
    async (_request, reply) => reply.headers(allowed).code(204).send(),
  )
}

/** Lets the page that asked read the answer, a refusal as well. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposed)
}
