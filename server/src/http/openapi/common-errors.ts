import type { Access } from '../access.ts'
import type { ShareName } from '../shares.ts'
import * as common from '../wire/errors/common.ts'
import type { ErrorExample } from '../wire/error-example.ts'
import type { Media } from './document.ts'

/** How a call is made, as far as the document must know. */
export interface Call {
  readonly method: string
  readonly access: Access
  readonly takesBody: boolean
  /** Whether its path has parameters. */
  readonly hasPathParameters: boolean
  /** Whether it reads parameters out of the query, keys apart. */
  readonly readsQuery: boolean
  /** The media type that names the version, where the call has one. */
  readonly accept: string | null
  readonly isAcceptRequired: boolean
  readonly hasETag: boolean
  readonly isRepeatable: boolean
  /** What it takes a share of, where that is scarce. */
  readonly share: ShareName | null
  /** Other media types that the body may have. */
  readonly bodies: Readonly<Record<string, Media>>
}

/** The errors that follow from how a call is made, whatever it does. */
export function commonErrors(call: Call): ErrorExample[] {
  return [
    ...(call.access === 'open' ? [common.addressRateLimited] : keyErrors),
    ...(call.access === 'open' || call.access === 'key' ? [] : [common.needsSecretKey]),
    ...(call.access === 'key' ? [common.pageNotAllowed] : []),
    ...(call.accept === null ? [] : [common.wrongVersion(call.accept)]),
    ...(call.hasPathParameters ? [common.tooLong] : []),
    ...(call.hasPathParameters || call.readsQuery ? [common.unreadable] : []),
    ...(call.takesBody ? [common.notAnObject] : []),
    ...(parsesJson(call) ? bodyErrors : []),
    ...(call.share === null ? [] : [common.busy(call.share)]),
    ...(takesIdempotencyKey(call) ? idempotencyErrors : []),
  ]
}

/** A call that takes no body still parses one that is sent; an upload parses its own. */
function parsesJson({ method, takesBody, bodies }: Call): boolean {
  return takesBody || (method === 'POST' && Object.keys(bodies).length === 0)
}

export function takesIdempotencyKey(call: Call): boolean {
  return call.method === 'POST' && call.access !== 'open' && !call.isRepeatable
}

const keyErrors = [
  common.noKey,
  common.unknownKey,
  common.keysOfTwoAccounts,
  common.rateLimited,
  common.tooManyFailures,
  common.unavailable,
]
const bodyErrors = [common.notJson, common.tooLarge, common.wrongMediaType]
const idempotencyErrors = [
  common.wrongIdempotencyKey,
  common.firstInProgress,
  common.idempotencyKeyReused,
  common.answerLost,
]
