import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../../identity/index.ts'
import { readAccessToken } from './credentials.ts'
import type { RequestGate, Reader } from './request-gate.ts'
import { assertVersionAccepted } from '../headers/media-type.ts'
import { ownOrigins } from './own-origins.ts'
import { needsSecretKey, notAnInsurer } from '../reasons.ts'

/**
 * Who may call a route: anybody, the holder of any key, of a secret key, or of an insurer's secret key.
 * What is `shared` of the Management API a distributor may call as well, for its own sales.
 */
export type Access = 'open' | 'key' | 'secret' | 'manage' | 'shared'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not is refused at start. */
    access?: Access
    /** Asked by whoever watches over the process, which nothing else may keep from asking. */
    isProbe?: boolean
    /** Open, and an access token shows more; with a product_version_id, for keys that may sell it. */
    takesToken?: boolean
    /** A token in the address gives access too: then no key is asked for. */
    opensByToken?: boolean
    /** A public key opens it too where it comes with this header: the handler looks at the token in it. */
    opensByHeader?: 'payment-token' | 'endorsement-token'
    /** The API version in the Accept header, where the route has one. */
    version?: number
    versionRequired?: boolean
    /** How long the body may take to come, where that is longer than usual. */
    bodyTimeoutMs?: number
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Of a route that takes an access token. */
    reader: Reader | null
    /** The body as it came, for hashes and signatures. */
    rawBody: string
  }
}

/** Before anything of a request is read: who asks, in which version, and how often. */
export function addAccess(
  app: FastifyInstance,
  deps: {
    readonly gate: RequestGate
    readonly vendor: string
    readonly publicUrl: string
  },
): void {
  const own = ownOrigins(deps.publicUrl)
  app.decorateRequest('caller', null)
  app.decorateRequest('reader', null)
  app.decorateRequest('rawBody', '')
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not before all are there: libraries bring routes that we complete after they were added.
  app.addHook('onReady', async () => {
    const silent = routes.find((route) => route.config?.access === undefined)
    if (silent === undefined) return
    throw new Error(`${String(silent.method)} ${silent.url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions
    const { access = 'open', isProbe, takesToken, opensByToken, opensByHeader } = config
    const { version, versionRequired } = config
    if (access === 'open') {
      if (isProbe === true) deps.gate.passProbe(request, reply)
      else if (takesToken === true) await passReader(request, reply)
      else deps.gate.passOpen(request, reply)
      return
    }
    if (opensByToken === true && showsToken(request.query)) {
      deps.gate.passOpen(request, reply)
      return
    }
    request.caller = await passWithKey(request, reply)
    if (!showsHeader(request, opensByHeader)) assertAllowed(access, request.caller)
    if (version !== undefined) {
      const isRequired = versionRequired === true
      assertVersionAccepted(request.headers.accept, { version, isRequired, vendor: deps.vendor })
    }
  })

  async function passWithKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await deps.gate.passWithKey(request, reply)
    return { ...caller, page: pageOf(request, caller, own) }
  }

  /** Data of a product version is for those who may sell it, so a key is asked for as well. */
  async function passReader(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isOfVersion = namesVersion(request.query)
    if (isOfVersion) request.caller = await passWithKey(request, reply)
    const token = readAccessToken(request.headers, { isKeyExpected: isOfVersion })
    if (isOfVersion && token === null) return
    request.reader = await deps.gate.passReader(request, reply, token)
  }
}

function showsToken(query: unknown): boolean {
  const token: unknown = Reflect.get(Object(query), 'token')
  return typeof token === 'string' && token !== ''
}

function showsHeader({ headers }: FastifyRequest, name: string | undefined): boolean {
  return name !== undefined && typeof headers[name] === 'string'
}

function namesVersion(query: unknown): boolean {
  const id: unknown = Reflect.get(Object(query), 'product_version_id')
  return id !== undefined && id !== ''
}

function assertAllowed(access: Exclude<Access, 'open'>, caller: Caller): void {
  if (access !== 'key' && caller.keyKind !== 'secret') {
    throw needsSecretKey()
  }
  if (access === 'manage' && caller.account.kind !== 'insurer') {
    throw notAnInsurer()
  }
}

/** Browsers name the page in every request that one of another origin makes; our own are free. */
function pageOf(
  { headers: { origin } }: FastifyRequest,
  { keyKind }: Caller,
  own: readonly string[],
): string | null {
  if (keyKind === 'secret' || origin === undefined || own.includes(origin)) return null
  return origin
}

/** The caller of a route that only key holders reach. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.url} was reached without a key`)
  return request.caller
}
