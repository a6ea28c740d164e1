import { ConfigError } from './config.ts'
import {
  BackupError,
  EmbeddedPostgresError,
  MigrationError,
  NoPrimary,
  UntrustedEngine,
} from './database/index.ts'
import { OperatorError } from './kernel/index.ts'

/** Errors whose message was already written for a person. */
const plainSpoken = [
  BackupError,
  ConfigError,
  EmbeddedPostgresError,
  MigrationError,
  NoPrimary,
  OperatorError,
  UntrustedEngine,
]

/** Says why a start failed, and what a person can do about it. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Bindery could not start: ${String(error)}`
  if (plainSpoken.some((kind) => error instanceof kind)) return error.message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=8081 npm start`
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address in HOST: ${error.message}. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The system refused: ${error.message}. Choose a PORT above 1023 and a DATA_DIR that you may write to.`
    case 'ENOSPC':
      return `The disk is full: ${error.message}. Free some space and start again; nothing is lost.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
      return `The database cannot be reached (${code}). Check DATABASE_URL, and that the database server runs and accepts connections from this machine.`
    case '28P01':
    case '28000':
      return `The database refuses the log-in: ${error.message}. Check the user and password in DATABASE_URL.`
    case '3D000':
      return `The database does not exist: ${error.message}. Create it first, or name another one in DATABASE_URL.`
    case '42501':
      return `The database user may not do this: ${error.message}. Make it the owner of the database in DATABASE_URL.`
    default:
      return `Bindery could not start: ${error.stack ?? error.message}`
  }
}
