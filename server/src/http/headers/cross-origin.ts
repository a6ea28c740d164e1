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
 * Any page may call the API and read the response: keys are in the request itself and there are no
 * cookies, so a foreign page gains nothing. The integration determines the pages of a public key
 * (`assertPageAllowed`), and a refused page can read the refusal.
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
