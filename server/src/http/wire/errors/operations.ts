import { refused } from '../error-example.ts'

/** What `/readyz` says no with. */
export const says = {
  away: 'The database does not answer.',
  readsOnly: 'The database takes no writes at present.',
  noWorker: 'Nobody works the jobs off: no worker shows a sign of life. Start one.',
  unknownPurpose: 'The query parameter for takes serve or work.',
} as const

export const notReady = refused(
  'temporarily_unavailable',
  'not_ready',
  'The database cannot be reached.',
  says.away,
)
export const readsOnly = refused(
  'temporarily_unavailable',
  'reads_only',
  'The database only reads, as one that is being switched over does.',
  says.readsOnly,
)
export const noWorker = refused(
  'temporarily_unavailable',
  'no_worker',
  'Asked for work: no worker runs.',
  says.noWorker,
)
export const unknownPurpose = refused(
  'malformed_request',
  'unknown_purpose',
  'Asked for something else.',
  says.unknownPurpose,
)
