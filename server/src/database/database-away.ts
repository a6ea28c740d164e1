/** Connection lost, refused or timed out, out of room, or the server shutting down. */
const awayCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '53100',
  '25P03',
])

const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/**
 * Whether an error says nothing about the statement but only that the database could not be asked,
 * or could not answer. What was under way may then even have been committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return awayCodes.has(Reflect.get(error, 'code')) || awayMessages.test(error.message)
}
