import type { Logger } from 'pino'

const stopTimeoutMs = 20_000

/** Runs the steps in order on SIGTERM or SIGINT, and makes an end where one of them hangs. */
export function stopOnSignal(log: Logger, steps: readonly (() => Promise<unknown>)[]): void {
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const overdue = setTimeout(() => {
      log.error('stopping took too long; leaving now')
      process.exit(1)
    }, stopTimeoutMs)
    overdue.unref()
    runAll(steps).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) await step()
}
