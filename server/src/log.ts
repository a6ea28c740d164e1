import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** Lines are written together while many come, and soon while few do. */
const writeBytesMin = 4096
const writeEveryMs = 100

/** Where a process writes its log: the standard output. To write each line by itself costs requests their time. */
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

/** What the log may say of an error: PostgreSQL's details quote the row, and with it a person. */
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
