import { type FieldError, type Listed, invalidData, reason } from '../kernel/index.ts'

/** Keys and their permissions. */
export const unreadableKey = reason({
  kind: 'authentication_required',
  code: 'unreadable_key',
  when: 'The key was not sent in a valid form; the message says why.',
  message: (why: string) => `Authentication is required: ${why}.`,
  example: ['the Authorization header is neither Bearer nor Basic'],
})
export const needsSecretKey = reason({
  kind: 'authentication_required',
  code: 'secret_key_required',
  label: 'public_key',
  when: 'Only a public key was sent.',
  message: 'Authentication is required: this call needs a secret key as a Bearer token.',
})
export const notAnInsurer = reason({
  kind: 'not_permitted',
  code: 'not_an_insurer',
  when: 'The secret key belongs to a distributor; this call is for insurers.',
  message:
    'This call needs a secret key of an insurer. The key that was sent belongs to a distributor.',
})
export const permissionMissing = reason({
  kind: 'not_permitted',
  code: 'permission_missing',
  when: 'The roles of the key or the person do not have the permission of this call.',
  message: (permission: string) =>
    `This call needs the permission ${permission}. An administrator can give it to you by a role.`,
  example: ['policies.cancel'],
})
/** The contract limits the body of this refusal to its status. */
export const mayNotSeeOffers = reason({
  kind: 'not_permitted_silent',
  code: 'offers_not_permitted',
  label: 'permission_missing',
  when: 'The roles of the key or the person do not have the permission `offers.read`.',
  message: 'This call needs the permission offers.read.',
})
export const wrongMode = reason({
  kind: 'malformed_request',
  code: 'wrong_mode',
  when: 'The header `Bindery-Mode` is neither `test` nor `live`.',
  message: 'Bindery-Mode must be test or live.',
})
export const needsPerson = reason({
  kind: 'not_permitted',
  code: 'person_required',
  when: 'A key or a token was sent. The call is for people who are signed in.',
  message: 'This call is for people who are signed in: a key or a token cannot make it.',
})

export const personalDataMasked = reason({
  kind: 'not_permitted',
  code: 'personal_data_masked',
  when: 'The response or the search would show personal data that is masked for this caller.',
  message: (what: string) =>
    `${what} needs the permission personal_data.read: personal data is masked for you.`,
  example: ['A filled workbook'],
})

/** Rate limits. */
export const keyTooOften = tooOften(
  'rate_limited',
  'Too many requests with this key.',
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
  (max) => `This address has sent more than ${max} unknown keys or tokens`,
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

export const tooManyConnections = reason({
  kind: 'rate_limited',
  code: 'too_many_connections',
  when: 'The address of the caller holds as many connections as it may.',
  message: (perAddressMax: number) =>
    `This address already holds ${perAddressMax} connections, the most it may hold at once. Reuse them, or close some.`,
  example: [1000],
})

/** Limits on expensive calls. */
export const importsBusy = busyWith('imports')
export const exportsBusy = busyWith('exports')

function busyWith(what: 'imports' | 'exports') {
  return reason({
    kind: 'temporarily_unavailable',
    code: `${what}_busy`,
    label: 'busy',
    when: 'Too many such calls are running at the same time, in total or for your account.',
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
  when: 'The server is stopping: it finishes running requests and accepts no new ones.',
  message:
    'This server is being stopped. Try again in a moment, with the same Idempotency-Key if you sent one.',
})

/** What HTTP itself asks for. */
export const routeNotFound = reason({
  kind: 'not_found',
  code: 'route_not_found',
  when: 'The API has no call with this method and path.',
  message: (method: string, path: string) => `There is no ${method} ${path} here.`,
  example: ['GET', '/polices'],
})
export const notHttp = reason({
  kind: 'malformed_request',
  code: 'not_http',
  when: 'The request is not valid HTTP.',
  message: 'The request is not valid HTTP.',
})
export const malformedRequest = reason({
  kind: 'malformed_request',
  code: 'malformed_request',
  when: 'The request breaks a rule of HTTP; the message says which.',
  message: (why: string) => `${why}.`.replace(/\.\.$/, '.'),
  example: ['Request body size did not match Content-Length'],
})
export const requestTooSlow = reason({
  kind: 'request_timeout',
  code: 'request_too_slow',
  when: 'The request was not received in time.',
  message: 'The request was not received in time.',
})
export const expectationUnknown = reason({
  kind: 'expectation_failed',
  code: 'expectation_unknown',
  when: 'The header Expect has a value other than 100-continue.',
  message: 'The header Expect accepts 100-continue only.',
})
export const headersTooLarge = reason({
  kind: 'headers_too_large',
  code: 'headers_too_large',
  when: 'The address and headers are larger than 16 KiB in total.',
  message: 'The address and headers of a request may have 16 KiB in total.',
})

/** A bug of the server: nothing of it is shown but where to find it in the logs. */
export const internalError = reason({
  kind: 'internal_error',
  code: 'internal_error',
  when: 'Something went wrong on the side of the server.',
  message: (requestId: string) =>
    `Something went wrong on our side. Quote the request id ${requestId} when you report it.`,
  example: ['0f4a2c7e9b1d4e5f8a6b3c2d1e0f9a8b'],
})

/** Addresses and headers. */
export const hostMissing = reason({
  kind: 'malformed_request',
  code: 'host_missing',
  when: 'The header Host, which HTTP requires, is missing.',
  message: 'The header Host is required.',
})
export const unreadableAddress = reason({
  kind: 'malformed_request',
  code: 'unreadable_address',
  when: 'A part of the address cannot be decoded, or contains a NUL character.',
  message: 'The address cannot be read. Use percent-encoded UTF-8 without NUL characters.',
})
export const addressTooLong = reason({
  kind: 'address_too_long',
  code: 'address_too_long',
  when: 'A part of the path is longer than 100 characters.',
  message: 'A part of the path is too long. The limit is 100 characters.',
})
export const wrongVersion = reason({
  kind: 'media_type_not_acceptable',
  code: 'wrong_api_version',
  label: 'wrong_version',
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

/** Bodies. */
export const notAnObject = reason({
  kind: 'malformed_request',
  code: 'not_an_object',
  when: 'The body is JSON, but not an object.',
  message: (part: string) => `The request ${part} must be a JSON object.`,
  example: ['body'],
})
export const bodyTooLarge = reason({
  kind: 'body_too_large',
  code: 'body_too_large',
  label: 'too_large',
  when: 'The body is larger than 1 MiB.',
  message: (mebibytes: number) => `The body of this request may be ${mebibytes} MiB at most.`,
  example: [1],
})
export const wrongMediaType = reason({
  kind: 'media_type_not_supported',
  code: 'wrong_media_type',
  when: 'The Content-Type is not application/json.',
  message:
    'This call does not accept the Content-Type. Most calls accept application/json; see ' +
    'the description of the call.',
})
export const textNotStorable = reason({
  kind: 'malformed_request',
  code: 'text_not_storable',
  when: 'A text contains a character that cannot be stored.',
  message: 'The request contains a text that cannot be stored. Remove its NUL characters.',
})

/** How a call lists that its body or query fails the schema, with its own example. */
export const invalidMember = (when: string, ...errors: readonly FieldError[]): Listed =>
  invalidData.listed({ label: 'invalid_member', when, example: [errors, null] })

export const missingMember = (field: string): Listed =>
  invalidData.listed({
    label: 'missing_member',
    when: 'A member of the body is missing.',
    example: [[{ code: 'required', field, rules: ['required'] }], null],
  })
