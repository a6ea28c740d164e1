import { randomUUID } from 'node:crypto'

const pattern = /^[\w.:-]{1,100}$/

/** The request id of the caller if it is safe to log; otherwise a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && pattern.test(given) ? given : randomUUID()
}
