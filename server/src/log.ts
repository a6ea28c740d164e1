import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** Many lines are written as one block; a single line is written after a moment. */
const writeBytesMin = 4096
const writeEveryMs = 100

/**
 * The log goes to the standard output, buffered: a write for each line would slow requests down.
 */
export function openLogOutput() {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: writeBytesMin,
    periodicFlush: writeEveryMs,
  })
}

/** The log of a process: JSON lines, with nothing in them about a person. */
export function createLog(level: LogLevel, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  )
}

/** Leaves out PostgreSQL's `detail`, which quotes the row and with it personal data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  }
}
