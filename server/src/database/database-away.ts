import { DatabaseBusy } from './semaphore.ts'

const lockTimedOut = '55P03'
const deadlock = '40P01'
const cannotSerialize = '40001'
const readOnly = '25006'

/** Found before anything was written, and told as PostgreSQL tells it to whoever tries. */
export class ReadsOnly extends Error {
  override readonly name = 'ReadsOnly'
  readonly code = readOnly
}

/** Of the machine: no way to the server, or none any more. */
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
 * Of PostgreSQL. Connection lost (08), out of room, memory or connections (53), being stopped,
 * started or cancelled (57, and 25P03 and 25P04 for transactions that took too long), a broken disk
 * (58030), a server that only reads, as one that is no longer the primary does (25006), a lock that
 * somebody else does not let go of, and conflicts that did not end when tried again.
 */
const serverCodes = new RegExp(
  `^(?:08...|53...|57P0.|57014|25P03|25P04|58030|${readOnly}|${lockTimedOut}|${deadlock}|${cannotSerialize})$`,
)

/** What the driver says in words alone. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/

/**
 * Whether an error says nothing about the statement but only that the database could not be asked,
 * or could not answer. What was under way may then even have been committed.
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

/** The server said nothing in time, neither yes nor no: it hangs, or is gone without a word. */
export function isUnresponsive(error: unknown): boolean {
  return (
    error instanceof Error &&
    (codeOf(error) === 'ETIMEDOUT' ||
      /Query read timeout|timeout expired|connection timeout/.test(error.message))
  )
}

/** The server reads, but does not write: it is a standby, or was made one. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === readOnly
}

/** Somebody else held a row for too long. Nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === lockTimedOut
}

/** Two transactions stood in each other's way and this one was undone: it may simply be run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === deadlock || code === cannotSerialize
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}
