import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const allowed = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Authentication, Endorsement-Token, Content-Type, Idempotency-Key, If-Match, If-None-Match, Lead-Token, Mandate-Token, Payment-Token, Test-Clock, X-Request-Id',
  'access-control-max-age': '86400',
} as const

const exposed =
  'ETag, Idempotency-Replayed, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id'

/**
 * Any page may call the API and read the response: keys are in the request itself, so a foreign page gains
 * nothing. The integration determines the pages of a public key
 * (`assertPageAllowed`), and a refused page can read the refusal. Where cookies are read, pages of
 * other origins can read nothing.
 */
export function addCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply)
    done()
  })
  app.options(
    '/*',
    { config: { access: 'open' }, schema: { hide: true } },
    async (request, reply) =>
      reply
        .headers(isForOurPages(request) ? {} : allowed)
        .code(204)
        .send(),
  )
}

/** Lets the page that asked read the answer, a refusal as well. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined || isForOurPages(request)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposed)
}

/** Signed-in people call these paths with a cookie. */
function isForOurPages({ url }: FastifyRequest): boolean {
  return /^\/(?:manage|console)(?:[/?]|$)/.test(url)
}
