import { ConfigError } from './config.ts'
import { BackupError, EmbeddedPostgresError, MigrationError } from './database/index.ts'
import { OperatorError } from './kernel/index.ts'

/** Errors whose message was already written for a person. */
const plainSpoken = [BackupError, ConfigError, EmbeddedPostgresError, MigrationError, OperatorError]

/** What went wrong at the start, for a person: what happened and what to do. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Bindery could not start: ${String(error)}`
  if (plainSpoken.some((kind) => error instanceof kind)) return error.message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=8081 npm start`
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address in HOST: ${error.message}. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Not permitted: ${error.message}. Choose a PORT above 1023 and a DATA_DIR that you may write to.`
    case 'ENOSPC':
      return `The disk is full: ${error.message}. Free some space and start again; nothing is lost.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
      return `The database cannot be reached (${code}). Check DATABASE_URL, and that the server runs and lets this machine in.`
    case '28P01':
    case '28000':
      return `The database refuses the log-in: ${error.message}. Check the user and password in DATABASE_URL.`
    case '3D000':
      return `The database refuses: ${error.message}. Create it first, or name another one in DATABASE_URL.`
    case '42501':
      return `The database user may not do this: ${error.message}. Let it own the database in DATABASE_URL.`
    default:
      return `Bindery could not start: ${error.stack ?? error.message}`
  }
}
