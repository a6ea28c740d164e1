import { reason } from '../../kernel/index.ts'

/** Why `/readyz` reports that the server is not ready. */
export const notReady = reason({
  kind: 'temporarily_unavailable',
  code: 'not_ready',
  when: 'The database cannot be reached.',
  message: 'The database does not answer.',
})
export const readsOnly = reason({
  kind: 'temporarily_unavailable',
  code: 'reads_only',
  when: 'The database is read-only, for example during a switchover.',
  message: 'The database accepts no writes at present.',
})
export const noWorker = reason({
  kind: 'temporarily_unavailable',
  code: 'no_worker',
  when: '`for=work` was sent, and no worker runs.',
  message: 'No worker is running. Start one.',
})
export const draining = reason({
  kind: 'temporarily_unavailable',
  code: 'draining',
  when: 'The server is about to stop, and still responds to requests.',
  message: 'The server is stopping.',
})
export const unknownPurpose = reason({
  kind: 'malformed_request',
  code: 'unknown_purpose',
  when: '`for` is neither `serve` nor `work`.',
  message: 'The query parameter `for` must be `serve` or `work`.',
})
