import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { App } from './http/index.ts'
import { endOnBug } from './end-on-bug.ts'
import { explainFailure } from './explain-failure.ts'
import { loadKeyRing } from './key-ring.ts'
import { createLog, openLogOutput } from './log.ts'
import {
  type Platform,
  buildHttp,
  openPlatform,
  prepareDatabase,
  startWorking,
} from './platform.ts'
import { stopAll, stopOnSignal } from './stop-on-signal.ts'

export interface RunOptions {
  readonly serve: boolean
  readonly work: boolean
  /** Runs once, after the platform is open and before the first request is taken. */
  readonly before?: (
    platform: Platform,
    config: Config,
    log: Logger,
    showStep: (step: string) => void,
  ) => Promise<void>
  /** Runs once everything is up, to print a message. */
  readonly after?: (platform: Platform, config: Config) => Promise<void>
}

/** Starts the platform as server, as worker or as both, until a signal stops it. */
export async function run(options: RunOptions): Promise<void> {
  await orExplain(async () => {
    const { config, log, platform, database } = await open()
    const stops = [() => database.stop(), () => platform.close()]
    const signal = stopOnSignal(log, stops, config.stopDelayMs)
    try {
      if (options.serve) await assertPortFree(config)
      await options.before?.(platform, config, log, showStep)
      if (options.work) {
        const worker = await startWorking(platform, config, log)
        stops.push(() => worker.stop())
      }
      // Without this only a regular end keeps the compiled code: a start after a kill, and our
      // child processes, would compile all of it again.
      flushCompileCache()
      if (options.serve) {
        const [app] = await Promise.all([buildHttp(platform, config, log), platform.warmUp()])
        stops.push(async () => {
          await app.draining.drain(config.stopDelayMs)
          await platform.endFolders()
          await app.close()
        })
        await listen(app, config)
      }
      await options.after?.(platform, config)
    } catch (error) {
      if (signal.isStopping()) return // The start failed because it is being stopped.
      await stopAll(stops)
      throw error
    }
  })
}

/** A first start creates a whole demo; a port in use is reported before that. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw wrongHost(error, host)
  }
  probe.close()
  await once(probe, 'close')
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw wrongHost(error, host)
  }
}

function wrongHost(error: unknown, host: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return error
  return new ConfigError([
    `HOST names no address of this machine: "${host}". Use 127.0.0.1, or 0.0.0.0 for all.`,
  ])
}

/** Opens the platform for one piece of work, and ends. */
export async function runOnce(
  work: (platform: Platform, config: Config) => Promise<void>,
): Promise<void> {
  await orExplain(async () => {
    const { config, platform, database } = await open()
    try {
      await work(platform, config)
    } finally {
      await platform.close()
      await database.stop()
    }
  })
}

async function open() {
  const config = readConfig()
  const destination = openLogOutput()
  const log = createLog(config.logLevel, destination)
  endOnBug(log, () => destination.flushSync())
  await mkdir(config.dataDir, { recursive: true })
  const endWith = (error: Error) => {
    process.stderr.write(`\n${error.message}\n\n`)
    process.exit(1)
  }
  const database = await prepareDatabase(config, log, endWith, showStep)
  try {
    const keyRing = await loadKeyRing(config, database.db)
    const platform = await openPlatform({ ...config, db: database.db, keyRing, log })
    return { config, log, platform, database }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Shows a slow step to a waiting person, on stderr: programs read stdout. */
function showStep(step: string): void {
  process.stderr.write(`  ${step} ...\n`)
}

async function orExplain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`\n${explainFailure(error)}\n\n`)
    process.exit(1)
  }
}
