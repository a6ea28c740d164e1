import { randomUUID } from 'node:crypto'

const pattern = /^[\w.:-]{1,100}$/

/** The caller's own name for the request, where it can do no harm in a log; otherwise a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && pattern.test(given) ? given : randomUUID()
}
