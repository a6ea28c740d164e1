import type { Logger } from 'pino'

const stopTimeoutMs = 20_000

type Stop = () => Promise<unknown>

/**
 * On SIGTERM or SIGINT runs the stops, the latest first, and exits even where one of them hangs.
 * The list may grow while the process starts.
 */
export function stopOnSignal(
  log: Logger,
  stops: readonly Stop[],
  stopDelayMs: number,
): { isStopping(): boolean } {
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const overdue = setTimeout(() => {
      log.error('stopping took too long; leaving now')
      process.exit(1)
    }, stopDelayMs + stopTimeoutMs)
    overdue.unref()
    stopAll(stops).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return { isStopping: () => isStopping }
}

export async function stopAll(stops: readonly Stop[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}
