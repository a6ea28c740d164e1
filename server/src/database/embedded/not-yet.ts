import { codeOf, messageOf } from './embedded-postgres-error.ts'

const cannotConnectNow = '57P03'

/** A server that does not end in this time after it was told to is not going to. */
export const endingMaxMs = 10_000

/**
 * What a server says of itself that lives and takes no sessions. One code stands for both: it is
 * replaying what a crash left, which may take minutes, or it is ending, which PostgreSQL 18 takes
 * for ever to do when somebody stops it while it replays. Its words are those of the locale C.
 */
export function notYet(error: unknown): 'recovering' | 'ending' | null {
  if (codeOf(error) !== cannotConnectNow) return null
  return messageOf(error).includes('shutting down') ? 'ending' : 'recovering'
}
