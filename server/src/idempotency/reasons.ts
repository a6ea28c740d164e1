import { reason } from '../kernel/index.ts'

export const firstInProgress = reason({
  kind: 'request_in_progress',
  code: 'first_request_in_progress',
  when: 'The first request with this Idempotency-Key has not finished.',
  message:
    'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
})
export const idempotencyKeyReused = reason({
  kind: 'idempotency_key_reused',
  code: 'idempotency_key_reused',
  when: 'The Idempotency-Key was used with another request.',
  message:
    'This Idempotency-Key was used with another request. Choose a new key for a new request.',
})
export const answerLost = reason({
  kind: 'answer_lost',
  code: 'answer_lost',
  when: 'The first response cannot be decrypted, because its encryption key was removed. The request is not carried out again.',
  message:
    'The first request with this Idempotency-Key was answered, but the answer can no longer be shown. Look up its result, and choose a new key for a new request.',
})
