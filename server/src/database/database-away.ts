import { DatabaseBusy } from './semaphore.ts'

const lockTimedOut = '55P03'
const deadlock = '40P01'
const cannotSerialize = '40001'
const readOnly = '25006'

/** Thrown before a write, with the code that PostgreSQL itself would give. */
export class ReadsOnly extends Error {
  override readonly name = 'ReadsOnly'
  readonly code = readOnly
}

/** Codes of the operating system: no connection to the server, or a lost one. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
])

/**
 * Codes of PostgreSQL: connection lost (08), out of disk, memory or connections (53), being
 * stopped, started or cancelled (57, and 25P03 and 25P04 for transactions that took too long), a
 * broken disk (58030), a read-only server, such as one that is no longer the primary (25006), a
 * lock that is not released, and conflicts that did not end after retries.
 */
const serverCodes = new RegExp(
  `^(?:08...|53...|57P0.|57014|25P03|25P04|58030|${readOnly}|${lockTimedOut}|${deadlock}|${cannotSerialize})$`,
)

/** Errors of the driver, which have a message and no code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/

/**
 * Whether an error concerns the connection to the database and not the statement. The statement
 * under way may then have been committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    networkCodes.has(code) ||
    (typeof code === 'string' && serverCodes.test(code)) ||
    driverMessages.test(error.message)
  )
}

/** The server did not answer in time: it hangs, or is gone. */
export function isUnresponsive(error: unknown): boolean {
  return (
    error instanceof Error &&
    (codeOf(error) === 'ETIMEDOUT' ||
      /Query read timeout|timeout expired|connection timeout/.test(error.message))
  )
}

/** The server is read-only: it is a standby, or became one. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === readOnly
}

/** Another transaction held a row for too long. Nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === lockTimedOut
}

/** Two transactions conflicted and this one was rolled back: it can be run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === deadlock || code === cannotSerialize
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}
