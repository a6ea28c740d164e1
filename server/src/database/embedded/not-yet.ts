import { codeOf, messageOf } from './embedded-postgres-error.ts'

const cannotConnectNow = '57P03'

/** A server that has not ended this long after the request never will. */
export const endingMaxMs = 10_000

/**
 * The state of a server that runs but accepts no sessions. PostgreSQL has one code for two states:
 * recovering from a crash, which may take minutes, and ending, which never completes where
 * PostgreSQL 18 is stopped during recovery. Its message, in the locale C, tells them apart.
 */
export function notYet(error: unknown): 'recovering' | 'ending' | null {
  if (codeOf(error) !== cannotConnectNow) return null
  return messageOf(error).includes('shutting down') ? 'ending' : 'recovering'
}
