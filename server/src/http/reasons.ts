import { type FieldError, type Listed, invalidData, reason } from '../kernel/index.ts'

/** Whose key it is, and what it may do. */
export const unreadableKey = reason({
  kind: 'authentication_required',
  code: 'unreadable_key',
  when: 'The key was not sent as a key is sent; the message says how.',
  message: (why: string) => `Authentication is required: ${why}.`,
  example: ['the Authorization header is neither Bearer nor Basic'],
})
export const needsSecretKey = reason({
  kind: 'authentication_required',
  code: 'public_key',
  when: 'Only a public key was sent.',
  message: 'Authentication is required: this call needs a secret key as a Bearer token.',
})
export const notAnInsurer = reason({
  kind: 'not_permitted',
  code: 'not_an_insurer',
  when: "The secret key is a distributor's; only an insurer manages.",
  message: 'Only an insurer manages.',
})

/** How often who comes. */
export const keyTooOften = tooOften(
  'rate_limited',
  'Too many requests of the key.',
  (max) => `This key has made more than ${max} requests`,
)
export const tokenTooOften = tooOften(
  'token_rate_limited',
  'Too many requests with the access token.',
  (max) => `This access token has made more than ${max} requests`,
)
export const addressTooOften = tooOften(
  'address_rate_limited',
  'Too many requests without a key from the address of the caller.',
  (max) => `This address has made more than ${max} requests without a key`,
)
export const tooManyFailures = tooOften(
  'too_many_failures',
  'Too many unknown keys or tokens from the address of the caller.',
  (max) => `This address has shown more than ${max} credentials that are not known here`,
)

function tooOften(code: string, when: string, what: (perMinuteMax: number) => string) {
  return reason({
    kind: 'rate_limited',
    code,
    when,
    message: (perMinuteMax: number, seconds: number) =>
      `${what(perMinuteMax)} within a minute. Try again in ${seconds} seconds.`,
    example: [600, 42],
  })
}

/** What is scarce. */
export const importsBusy = busyWith('imports')
export const exportsBusy = busyWith('exports')

function busyWith(what: 'imports' | 'exports') {
  return reason({
    kind: 'temporarily_unavailable',
    code: `${what}_busy`,
    label: 'busy',
    when: 'As many such calls are running, in all or for your account, as may run at once.',
    message: `Other ${what} are running. Try again in a moment.`,
  })
}
export const unavailable = reason({
  kind: 'temporarily_unavailable',
  code: 'unavailable',
  when: 'The database cannot be reached.',
  message:
    'The service is temporarily unavailable. Try again in a moment, with the same Idempotency-Key if you sent one.',
})
export const stopping = reason({
  kind: 'temporarily_unavailable',
  code: 'stopping',
  when: 'The server finishes what it has begun and begins nothing new.',
  message:
    'This server is being stopped. Try again in a moment, with the same Idempotency-Key if you sent one.',
})

/** What is wrong with the address or the headers. */
export const hostMissing = reason({
  kind: 'malformed_request',
  code: 'host_missing',
  when: 'The header that HTTP requires was not sent.',
  message: 'The header Host is required.',
})
export const unreadableAddress = reason({
  kind: 'malformed_request',
  code: 'unreadable_address',
  when: 'A part of the address cannot be decoded, or has a NUL character.',
  message: 'The address cannot be read: it takes percent-encoded UTF-8 without NUL characters.',
})
export const addressTooLong = reason({
  kind: 'address_too_long',
  code: 'address_too_long',
  when: 'A part of the path is longer than 100 characters.',
  message: 'The address is too long.',
})
export const wrongVersion = reason({
  kind: 'media_type_not_acceptable',
  code: 'wrong_version',
  when: 'The Accept header names another version, or none where one is required.',
  message: (accept: string) => `Send the header Accept: ${accept}`,
  example: ['application/vnd.bindery.v2+json'],
})
export const wrongIdempotencyKey = reason({
  kind: 'malformed_request',
  code: 'wrong_idempotency_key',
  when: 'The Idempotency-Key is empty or longer than 255 characters.',
  message: (lengthMax: number) =>
    `The header Idempotency-Key must be one text of at most ${lengthMax} characters.`,
  example: [255],
})

/** What is wrong with the body. */
export const notAnObject = reason({
  kind: 'malformed_request',
  code: 'not_an_object',
  when: 'The body is JSON, but not an object.',
  message: (part: string) => `The request ${part} must be a JSON object.`,
  example: ['body'],
})
export const bodyTooLarge = reason({
  kind: 'body_too_large',
  code: 'too_large',
  when: 'The body is larger than 1 MiB.',
  message: (mebibytes: number) => `The body of this request may have ${mebibytes} MiB at most.`,
  example: [1],
})
export const wrongMediaType = reason({
  kind: 'media_type_not_supported',
  code: 'wrong_media_type',
  when: 'Another Content-Type than application/json.',
  message:
    'The Content-Type is not taken here. Most calls take application/json; the description of the call says which.',
})
export const textNotStorable = reason({
  kind: 'malformed_request',
  code: 'text_not_storable',
  when: 'A text has a character that no database holds.',
  message: 'The request has a text that cannot be stored: NUL characters are not taken.',
})

/** How a call lists that its body or its query fails the schema: with an example of its own. */
export const invalidMember = (when: string, ...errors: readonly FieldError[]): Listed =>
  invalidData.listed({ label: 'invalid_member', when, example: [errors, null] })

export const missingMember = (field: string): Listed =>
  invalidData.listed({
    label: 'missing_member',
    when: 'The body itself lacks a member.',
    example: [[{ code: 'required', field, rules: ['required'] }], null],
  })
