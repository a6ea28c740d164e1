import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Refusal } from '../../kernel/index.ts'
import { type Caller, type Permission, type RequestOrigin, limitsOf } from '../../identity/index.ts'
import {
  type Sessions,
  type SignedIn,
  assertSecondFactor,
  sessionOfOneAccount,
} from '../../people/index.ts'
import { readAccessToken } from './credentials.ts'
import type { RequestGate, Reader } from './request-gate.ts'
import { assertVersionAccepted } from '../headers/media-type.ts'
import { ownOrigins } from './own-origins.ts'
import {
  assertFromOurPage,
  callerOfPerson,
  findPerson,
  isChange,
  namesAccount,
  readsCookies,
  showsCredential,
} from './person.ts'
import { type SessionCookies, sessionCookies } from './session-cookie.ts'
import {
  mayNotSeeOffers,
  needsPerson,
  needsSecretKey,
  notAnInsurer,
  permissionMissing,
} from '../reasons.ts'
import { actingFor } from './on-behalf.ts'
import {
  type CallName,
  otherPermissionsOfCalls,
  permissionsOfCalls,
} from './permissions-of-calls.ts'

/**
 * Who may call a route: anybody, the holder of any key, of a secret key, or of an insurer's secret
 * key. Routes of the Management API that are `shared` are open to distributors too, for their own
 * sales; those that are `self` concern the caller, with or without an account.
 */
export type Access = 'open' | 'key' | 'secret' | 'manage' | 'shared' | 'self'

declare module 'fastify' {
  interface FastifyInstance {
    readonly cookies: SessionCookies
    /** Who may call each call, by its operationId. */
    readonly accessOfCalls: ReadonlyMap<string, Access>
  }
  interface FastifyContextConfig {
    /** Required: a server with a route without it does not start. */
    access?: Access
    /** A health probe, which has its own rate limit. */
    isProbe?: boolean
    /** Declares a withdrawal, which has a rate limit of its own. */
    isDeclaration?: boolean
    /** An account may require a second person for it: it can be requested and approved. */
    mayNeedSecondPerson?: boolean
    /**
     * Open to a person who has proven one factor, although the account requires a second: such calls
     * set it up.
     */
    opensSecondFactor?: boolean
    /**
     * Open; an access token shows more. With a product_version_id it needs a key that may sell it.
     */
    takesToken?: boolean
    /** A token in the address replaces the key. */
    opensByToken?: boolean
    /** Open to a public key with this header, too: the handler checks the token in it. */
    opensByHeader?: 'payment-token' | 'endorsement-token' | 'mandate-token'
    /** The API version in the Accept header, where the route has one. */
    version?: number
    versionRequired?: boolean
    /** The timeout for receiving the body, if it is longer than usual. */
    bodyTimeoutMs?: number
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Where the request comes from, on routes that read cookies. */
    cameFrom: RequestOrigin | null
    /** Of a route that takes an access token. */
    reader: Reader | null
    /** The raw body, for hashes and signatures. */
    rawBody: string
  }
}

/** Checks caller, version and rate limit before the body is read. */
export function addAccess(
  app: FastifyInstance,
  deps: {
    readonly gate: RequestGate
    readonly sessions: Sessions
    readonly vendor: string
    readonly publicUrl: string
  },
): void {
  const own = ownOrigins(deps.publicUrl)
  const cookies = sessionCookies(deps.publicUrl)
  app.decorate('cookies', cookies)
  app.decorateRequest('caller', null)
  app.decorateRequest('person', null)
  app.decorateRequest('cameFrom', null)
  app.decorateRequest('reader', null)
  app.decorateRequest('rawBody', '')
  const routes: RouteOptions[] = []
  const accessOfCalls = new Map<string, Access>()
  app.decorate('accessOfCalls', accessOfCalls)
  app.addHook('onRoute', (route) => {
    routes.push(route)
    const { operationId } = route.schema ?? {}
    if (operationId !== undefined && route.config?.access !== undefined) {
      accessOfCalls.set(operationId, route.config.access)
    }
  })
  // At the end: routes of libraries are completed after they were added.
  app.addHook('onReady', async () => {
    for (const { method, url, config, schema } of routes) {
      const { access } = config ?? {}
      if (access === undefined)
        throw new Error(`${String(method)} ${url} does not specify its access`)
      if (access !== 'open') permissionOf(schema?.operationId, null)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions
    const { access = 'open', isProbe, isDeclaration, takesToken } = config
    const { opensByToken, opensByHeader } = config
    const { version, versionRequired } = config
    const isOurs = readsCookies(request.routeOptions.url)
    if (isOurs) request.cameFrom = deps.gate.originOf(request)
    const acting = actingFor(request)
    if (acting !== null) {
      passOnBehalf(request, acting)
      return
    }
    if (access === 'open') {
      if (isOurs && isChange(request)) assertFromOurPage(request, own)
      if (isProbe === true) deps.gate.passProbe(request, reply)
      else if (isDeclaration === true) deps.gate.passDeclaration(request, reply)
      else if (takesToken === true) await passReader(request, reply)
      else deps.gate.passOpen(request, reply)
      return
    }
    if (opensByToken === true && showsToken(request.query)) {
      deps.gate.passOpen(request, reply)
      return
    }
    const call = request.routeOptions.schema?.operationId
    const secret = isOurs && !showsCredential(request) ? cookies.secretOf(request) : null
    request.caller =
      secret === null
        ? await passWithKey(request, reply, call)
        : await passPerson(request, reply, { secret, call })
    if (request.caller === null) return
    // The header replaces a secret key, and no permission that a secret key lacks.
    const isOpened = request.caller.keyKind === 'public' && showsHeader(request, opensByHeader)
    if (!isOpened) assertAllowed(access, request.caller, permissionOf(call, request.caller))
    if (version !== undefined) {
      const isRequired = versionRequired === true
      assertVersionAccepted(request.headers.accept, { version, isRequired, vendor: deps.vendor })
    }
  })

  /** Null where a call about the person does not name an account. */
  async function passPerson(
    request: FastifyRequest,
    reply: FastifyReply,
    { secret, call }: { readonly secret: string; readonly call: string | undefined },
  ): Promise<Caller | null> {
    if (isChange(request)) assertFromOurPage(request, own)
    const find = () => findPerson({ sessions: deps.sessions, cookies }, secret, reply)
    const { person, origin } = await deps.gate.passPerson(request, reply, find)
    request.person = person
    const { access, opensSecondFactor } = request.routeOptions.config
    const isAboutPerson = access === 'self'
    if (isAboutPerson && !namesAccount(person, request)) return null
    const mustNameAccount = isChange(request) && !isAboutPerson
    const caller = callerOfPerson(person, request, mustNameAccount)
    if (opensSecondFactor !== true) assertSecondFactor(person, caller.account.id)
    return { ...caller, limits: limitsOfCall(caller, permissionOf(call, caller)), request: origin }
  }

  async function passWithKey(
    request: FastifyRequest,
    reply: FastifyReply,
    call: string | undefined,
  ): Promise<Caller> {
    const holder = await deps.gate.passWithKey(request, reply)
    const limits = call === undefined ? null : limitsOfCall(holder, permissionOf(call, holder))
    const origin = deps.gate.originOf(request)
    return { ...holder, limits, page: pageOf(request, holder, own), request: origin }
  }

  /** The request that it is made in has been counted. */
  function passOnBehalf(request: FastifyRequest, acting: Caller): void {
    const { schema, config } = request.routeOptions
    const permission = permissionOf(schema?.operationId, acting)
    request.caller = { ...acting, limits: limitsOfCall(acting, permission) }
    const { access = 'open' } = config
    if (access !== 'open') assertAllowed(access, request.caller, permission)
  }

  /** The data of a product version needs a key that may sell it. */
  async function passReader(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isOfVersion = namesVersion(request.query)
    if (isOfVersion) request.caller = await passWithKey(request, reply, undefined)
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

function assertAllowed(
  access: Exclude<Access, 'open'>,
  caller: Caller,
  permission: Permission | null,
): void {
  const refusal = refusalOf(access, caller, permission)
  if (refusal !== null) throw refusal
}

/** Why a caller may not make a call, whatever it is about; null if it may. */
export function refusalOfCall(app: FastifyInstance, call: CallName, caller: Caller) {
  const access = app.accessOfCalls.get(call)
  if (access === undefined) throw new Error(`there is no call ${call}`)
  return access === 'open' ? null : refusalOf(access, caller, permissionOf(call, caller))
}

function refusalOf(
  access: Exclude<Access, 'open'>,
  caller: Caller,
  permission: Permission | null,
): Refusal | null {
  if (access !== 'key' && caller.keyKind !== 'secret') return needsSecretKey()
  if (access === 'manage' && caller.account.kind !== 'insurer') return notAnInsurer()
  if (permission === null || caller.grants.has(permission)) return null
  return permission === 'offers.read' && access === 'secret'
    ? mayNotSeeOffers()
    : permissionMissing(permission)
}

function limitsOfCall({ grants }: Pick<Caller, 'grants'>, permission: Permission | null) {
  return permission === null ? null : limitsOf(grants, permission)
}

/** The permission that a call needs, or another one that is enough where the caller has only that. */
function permissionOf(
  operationId: string | undefined,
  caller: Pick<Caller, 'grants'> | null,
): Permission | null {
  const permission = permissionsOfCalls[operationId ?? '']
  if (permission === undefined) {
    throw new Error(`the call ${operationId} has no row in permissions-of-calls.ts`)
  }
  const other = otherPermissionsOfCalls[operationId ?? '']
  if (permission === null || other === undefined || caller?.grants.has(permission) === true) {
    return permission
  }
  return caller?.grants.has(other) === true ? other : permission
}

/** The origin of the calling page; null for secret keys and for our own pages. */
function pageOf(
  { headers: { origin } }: FastifyRequest,
  { keyKind }: Pick<Caller, 'keyKind'>,
  own: readonly string[],
): string | null {
  if (keyKind === 'secret' || origin === undefined || own.includes(origin)) return null
  return origin
}

/** The signed-in person of a route about people. */
export function personOf(request: FastifyRequest): SignedIn {
  if (request.person === null) throw needsPerson()
  return request.person
}

/**
 * The signed-in person of a route that changes how they sign in, to all of their accounts. One
 * account's provider does not decide about that.
 */
export function ownerOf(request: FastifyRequest): SignedIn {
  const person = personOf(request)
  const refusal = refusalOfOwner(person)
  if (refusal !== null) throw refusal
  return person
}

/** Why a session does not decide how its person signs in; null if it does. */
export function refusalOfOwner({ session }: Pick<SignedIn, 'session'>): Refusal | null {
  return session.accountId === null ? null : sessionOfOneAccount()
}

/** The caller of a route that only key holders reach. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.url} was reached without a key`)
  return request.caller
}
