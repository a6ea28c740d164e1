import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { Authenticator, Caller } from '../identity/index.ts'
import { readCredentials } from './credentials.ts'
import type { IdempotencyKey } from './idempotency-store.ts'
import { assertVersionAccepted } from './media-type.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Who may call a route: anybody, the holder of any key, or the holder of a secret key. */
export type Access = 'open' | 'key' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not is refused at start. */
    access?: Access
    /** The API version in the Accept header, where the route has one. */
    version?: number
    versionRequired?: boolean
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The body as it came, for hashes and signatures. */
    rawBody: string
    idempotencyKey: IdempotencyKey | null
  }
}

/** Before anything of a request is read: who asks, in which version, and how often. */
export function addAccess(
  app: FastifyInstance,
  deps: {
    readonly authenticator: Authenticator
    readonly rateLimiter: RateLimiter
    readonly vendor: string
  },
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', '')
  app.decorateRequest('idempotencyKey', null)
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not before all are there: libraries bring routes that we complete after they were added.
  app.addHook('onReady', async () => {
    const silent = routes.find((route) => route.config?.access === undefined)
    if (silent === undefined) return
    throw new Error(`${String(silent.method)} ${silent.url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access, version, versionRequired } = request.routeOptions.config
    if (access === undefined || access === 'open') return
    request.caller = await deps.authenticator.authenticate(
      readCredentials(request.headers, request.query),
    )
    const rate = deps.rateLimiter.count(request.caller.keyId)
    reply.headers({
      'ratelimit-limit': rate.limit,
      'ratelimit-remaining': rate.remaining,
      'ratelimit-reset': rate.resetSeconds,
    })
    if (access === 'secret' && request.caller.keyKind !== 'secret') {
      throw new Refusal(
        'authentication_required',
        'Authentication is required: this call needs a secret key as a Bearer token.',
      )
    }
    if (version !== undefined) {
      const isRequired = versionRequired === true
      assertVersionAccepted(request.headers.accept, { version, isRequired, vendor: deps.vendor })
    }
  })
}

/** The caller of a route that only key holders reach. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.url} was reached without a key`)
  return request.caller
}
