import type { RouteOptions } from 'fastify'
import type { Permission } from '../../identity/index.ts'
import type { Access } from '../access/access.ts'
import { permissionsOfCalls } from '../access/permissions-of-calls.ts'
import type { ExpensiveCall } from '../access/concurrency-limits.ts'
import { parametersOf } from '../query/known-parameters.ts'
import type { Media } from './document.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer carries the version of the policy as its ETag. */
    hasETag?: boolean
    /** Whether `If-None-Match` with the ETag is answered 304. */
    mayBeUnchanged?: boolean
    /**
     * Media types that the body may have besides JSON, or instead of it where there is no schema.
     */
    /** Whether it may be called without a body. */
    isBodyOptional?: boolean
    bodies?: Readonly<Record<string, Media>>
  }
}

/** How a call is made, as far as the document must know. */
export interface Call {
  readonly method: string
  readonly access: Access
  /** What its caller must be allowed to do; null for calls that are open, or about the caller. */
  readonly permission: Permission | null
  /** Whether a page may call it, with a public key. */
  readonly isForPages: boolean
  /** Whether an access token shows more. */
  readonly takesToken: boolean
  readonly takesBody: boolean
  /** Whether its path has parameters. */
  readonly hasPathParameters: boolean
  /** The parameters that it reads out of the query, keys apart; null where it reads none. */
  readonly queryParameters: readonly string[] | null
  /** The media type that names the version, where the call has one. */
  readonly accept: string | null
  readonly isAcceptRequired: boolean
  readonly hasETag: boolean
  readonly mayBeUnchanged: boolean
  readonly isRepeatable: boolean
  /** Of which only so many run at once; null for all else. */
  readonly expensive: ExpensiveCall | null
  /** Whether it may be called without a body. */
  readonly isBodyOptional: boolean
  /** Other media types that the body may have. */
  readonly bodies: Readonly<Record<string, Media>>
}

export function callOf(route: RouteOptions, vendor: string): Call {
  const { access = 'open', version, versionRequired = false, hasETag = false } = route.config ?? {}
  const {
    isRepeatable = false,
    takesToken = false,
    bodies = {},
    isBodyOptional = false,
    expensive = null,
  } = route.config ?? {}
  const { mayBeUnchanged = false, opensByHeader } = route.config ?? {}
  return {
    method: String(route.method),
    access,
    permission:
      access === 'open' ? null : (permissionsOfCalls[route.schema?.operationId ?? ''] ?? null),
    isForPages: access === 'key' || opensByHeader !== undefined,
    takesToken,
    takesBody: route.schema?.body !== undefined,
    hasPathParameters: route.schema?.params !== undefined,
    queryParameters: parametersOf(route),
    accept: version === undefined ? null : `application/vnd.${vendor}.v${version}+json`,
    isAcceptRequired: versionRequired,
    hasETag,
    mayBeUnchanged,
    isRepeatable,
    expensive,
    isBodyOptional,
    bodies,
  }
}
