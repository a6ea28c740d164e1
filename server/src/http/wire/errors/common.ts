import { defaultLimits, tellAddress, tellFailures, tellKey } from '../../door.ts'
import { addressTooLong, unreadableAddress } from '../../readable-address.ts'
import { type ShareName, tellBusy } from '../../shares.ts'
import { tellPage } from '../../../products/index.ts'
import { refused, refusedEarly } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

/** What routes refuse not for what they do, but for how they are called. */
export const noKey = refused(
  'authentication_required',
  'no_key',
  'No key was sent.',
  'Authentication is required: send a secret key as a Bearer token, or a public key as the query parameter key.',
)
export const unknownKey = refused(
  'authentication_required',
  'unknown_key',
  'The key is wrong, revoked or rotated away.',
  'Authentication is required: this secret key is not known here.',
)
export const keysOfTwoAccounts = refused(
  'authentication_required',
  'keys_of_two_accounts',
  'Both keys were sent and do not belong together.',
  'Authentication is required: the public key and the secret key are not of one account and mode.',
)
export const needsSecretKey = refused(
  'authentication_required',
  'public_key',
  'Only a public key was sent.',
  'Authentication is required: this call needs a secret key as a Bearer token.',
)
const tooOften = (name: string, summary: string, what: string) =>
  refused('rate_limited', name, summary, `${what} within a minute. Try again in 42 seconds.`)

export const rateLimited = tooOften(
  'rate_limited',
  'Too many requests of the key.',
  tellKey(defaultLimits.requestsPerMinuteMax),
)
export const tooManyFailures = tooOften(
  'too_many_failures',
  'Too many unknown keys or tokens from the address of the caller.',
  tellFailures(defaultLimits.failuresPerMinuteMax),
)
export const addressRateLimited = tooOften(
  'address_rate_limited',
  'Too many requests without a key from the address of the caller.',
  tellAddress(defaultLimits.openRequestsPerMinuteMax),
)

/** Of a route that takes a share of something scarce. */
export const busy = (share: ShareName) =>
  refused(
    'temporarily_unavailable',
    'busy',
    'As many such calls are running, in all or for your account, as may run at once.',
    tellBusy(share),
  )
export const unavailable = refused(
  'temporarily_unavailable',
  'unavailable',
  'The database cannot be reached.',
  'The service is temporarily unavailable. Try again in a moment, with the same Idempotency-Key if you sent one.',
)
export const wrongVersion = (accept: string) =>
  refused(
    'media_type_not_acceptable',
    'wrong_version',
    'The Accept header names another version, or none where one is required.',
    `Send the header Accept: ${accept}`,
  )

/** Of a route that a public key may call for an integration. */
export const pageNotAllowed = refused(
  'page_not_allowed',
  'page_not_allowed',
  'With a public key, from a web page whose origin the integration does not list.',
  tellPage('https://elsewhere.example', ids.integration),
)

/** Of a route that reads something out of its address. */
export const unreadable = refused(
  'malformed_request',
  'unreadable_address',
  'A part of the address cannot be decoded, or has a NUL character.',
  unreadableAddress,
)
export const tooLong = refusedEarly(
  414,
  'address_too_long',
  'A part of the path is longer than 100 characters.',
  addressTooLong,
)

/** Of a route that takes a body. */
export const notJson = refused(
  'malformed_request',
  'not_json',
  'The body cannot be parsed.',
  'The request body is not valid JSON: Unexpected end of JSON input.',
)
export const notAnObject = refused(
  'malformed_request',
  'not_an_object',
  'The body is JSON, but not an object.',
  'The request body must be a JSON object.',
)
export const tooLarge = refusedEarly(
  413,
  'too_large',
  'The body is larger than 1 MiB.',
  'The body of this request may have 1 MiB at most.',
)
export const wrongMediaType = refusedEarly(
  415,
  'wrong_media_type',
  'Another Content-Type than application/json.',
  'The Content-Type is not taken here. Most calls take application/json; the description of the call says which.',
)

/** Of a route that takes an Idempotency-Key. */
export const firstInProgress = refused(
  'request_in_progress',
  'first_request_in_progress',
  'The first request with this Idempotency-Key has not finished.',
  'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
)
export const wrongIdempotencyKey = refused(
  'malformed_request',
  'wrong_idempotency_key',
  'The Idempotency-Key is empty or longer than 255 characters.',
  'The header Idempotency-Key must be one text of at most 255 characters.',
)
export const idempotencyKeyReused = refused(
  'idempotency_key_reused',
  'idempotency_key_reused',
  'The Idempotency-Key was used with another request.',
  'This Idempotency-Key was used with another request. Choose a new key for a new request.',
)
export const answerLost = refused(
  'answer_lost',
  'answer_lost',
  'The first answer was sealed with an encryption key that is gone. Nothing is done twice.',
  'The first request with this Idempotency-Key was answered, but the answer cannot be shown any more. See what became of it, and choose a new key for a new request.',
)
