import { reason } from '../../kernel/index.ts'

/** What `/readyz` says no with. */
export const notReady = reason({
  kind: 'temporarily_unavailable',
  code: 'not_ready',
  when: 'The database cannot be reached.',
  message: 'The database does not answer.',
})
export const readsOnly = reason({
  kind: 'temporarily_unavailable',
  code: 'reads_only',
  when: 'The database only reads, as one that is being switched over does.',
  message: 'The database takes no writes at present.',
})
export const noWorker = reason({
  kind: 'temporarily_unavailable',
  code: 'no_worker',
  when: 'Asked for work: no worker runs.',
  message: 'Nobody runs jobs: no worker shows a sign of life. Start one.',
})
export const draining = reason({
  kind: 'temporarily_unavailable',
  code: 'draining',
  when: 'It is about to stop, and still answers what comes.',
  message: 'The server is stopping.',
})
export const unknownPurpose = reason({
  kind: 'malformed_request',
  code: 'unknown_purpose',
  when: 'Asked for something else.',
  message: 'The query parameter for takes serve or work.',
})
