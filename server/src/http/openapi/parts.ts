/** Request headers that several calls take. */
export const parameters = {
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'A text of your own choice, new for each new request. A repeated request with the same key takes no effect and gets the first answer again, for a week: a payment as it stands by then, a new key or token without its secret.',
    // Without an example: the reference page would send it with every request that is tried.
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    in: 'header',
    name: 'If-Match',
    required: true,
    description:
      'The `version_id` of the policy as you last saw it, bare or quoted, or its `ETag`. It keeps an order from meeting a policy that has changed.',
    schema: { type: 'string' },
    example: '"tpv_01b0acc58e200b72bfdc34a115db"',
  },
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    description: 'Your own name for the request, for finding it in logs. Made up when absent.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,100}$' },
  },
} as const

/** Response headers. */
export const headers = {
  ETag: {
    description:
      'The version of what is shown, quoted: of a policy for If-Match, and not told to a public key; of a form for If-None-Match.',
    schema: { type: 'string' },
    example: '"tpv_01b0acc58e200b72bfdc34a115db"',
  },
  IdempotencyReplayed: {
    description:
      '`true` when an earlier request with the same Idempotency-Key did what this is the answer to; else absent.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimitLimit: {
    description:
      'How many requests the key may make within a minute; without a key, the address of the caller.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: {
    description: 'How many of them are left.',
    schema: { type: 'integer' },
  },
  RateLimitReset: {
    description: 'In how many seconds the count starts afresh.',
    schema: { type: 'integer' },
  },
  RequestId: {
    description:
      'The name of the request, as it was sent or as we made it up. Quote it when you report a problem.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'After how many seconds to try again.',
    schema: { type: 'integer' },
  },
} as const
