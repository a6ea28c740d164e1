/** Request headers that several calls take. */
export const parameters = {
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'A unique text of your choice for each new request. A repeated request with the same ' +
      'key takes no effect and returns the first response again, for a week: a payment ' +
      'with its current status, a new key or token without its secret.',
    // Without an example: the reference page would send it with every request that is tried.
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    in: 'header',
    name: 'If-Match',
    required: true,
    description:
      'The `version_id` of the policy as you last saw it, with or without quotes, or its ' +
      '`ETag`. The request is refused if the policy has changed since.',
    schema: { type: 'string' },
    example: '"tpv_01b0acc58e200b72bfdc34a115db"',
  },
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    description: 'Your own id for the request, to find it in logs. Generated if absent.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,100}$' },
  },
} as const

/** Response headers. */
export const headers = {
  ETag: {
    description:
      'The version, in quotes: of a policy, for If-Match (not returned to a public key); ' +
      'of a form, for If-None-Match.',
    schema: { type: 'string' },
    example: '"tpv_01b0acc58e200b72bfdc34a115db"',
  },
  IdempotencyReplayed: {
    description:
      '`true` if this is the response to an earlier request with the same Idempotency-Key; ' +
      'otherwise absent.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimitLimit: {
    description:
      'The number of requests per minute allowed for the key; without a key, for the ' +
      'address of the caller.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: {
    description: 'The number of requests left in this minute.',
    schema: { type: 'integer' },
  },
  RateLimitReset: {
    description: 'Seconds until the count starts again.',
    schema: { type: 'integer' },
  },
  RequestId: {
    description:
      'The id of the request, as sent or generated. Include it when you report a problem.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
} as const
