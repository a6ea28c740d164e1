import type { Access } from '../access.ts'
import * as common from '../wire/errors/common.ts'
import type { ErrorExample } from '../wire/error-example.ts'
import type { Media } from './document.ts'

/** How a call is made, as far as the document must know. */
export interface Call {
  readonly method: string
  readonly access: Access
  readonly takesBody: boolean
  /** The media type that names the version, where the call has one. */
  readonly accept: string | null
  readonly isAcceptRequired: boolean
  readonly hasETag: boolean
  readonly isRepeatable: boolean
  /** Other media types that the body may have. */
  readonly bodies: Readonly<Record<string, Media>>
}

/** The errors that follow from how a call is made, whatever it does. */
export function commonErrors(call: Call): ErrorExample[] {
  return [
    ...(call.access === 'open' ? [] : keyErrors),
    ...(call.access === 'open' || call.access === 'key' ? [] : [common.needsSecretKey]),
    ...(call.accept === null ? [] : [common.wrongVersion(call.accept)]),
    ...(call.takesBody ? bodyErrors : []),
    ...(takesIdempotencyKey(call) ? idempotencyErrors : []),
  ]
}

export function takesIdempotencyKey(call: Call): boolean {
  return call.method === 'POST' && call.access !== 'open' && !call.isRepeatable
}

const keyErrors = [
  common.noKey,
  common.unknownKey,
  common.keysOfTwoAccounts,
  common.rateLimited,
  common.unavailable,
]
const bodyErrors = [common.notJson, common.notAnObject, common.tooLarge, common.wrongMediaType]
const idempotencyErrors = [common.firstInProgress, common.idempotencyKeyReused]
