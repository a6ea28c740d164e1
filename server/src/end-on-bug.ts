import type { Logger } from 'pino'

/**
 * The last line: an error that nobody caught, or a promise that nobody awaited. What is left of the
 * process cannot be trusted, so it ends, for a process manager to start it again. It is logged like
 * any other error: Node would print it whole, and PostgreSQL's details quote persons.
 */
export function endOnBug(log: Logger, flush: () => void): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug ended the process')
    flush()
    process.exit(1)
  })
}
