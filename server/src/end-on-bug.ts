import type { Logger } from 'pino'

/**
 * The last resort for an uncaught error or an unhandled rejection. The process can no longer be
 * trusted, so it ends, and a process manager starts it again. The error is logged like any other:
 * Node would print it whole, and PostgreSQL's details quote personal data.
 */
export function endOnBug(log: Logger, flush: () => void): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug ended the process')
    flush()
    process.exit(1)
  })
}
