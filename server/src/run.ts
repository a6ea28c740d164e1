import pino, { type Logger } from 'pino'
import { type Config, ConfigError, readConfig } from './config.ts'
import { EmbeddedPostgresError, MigrationError } from './database/index.ts'
import {
  type Platform,
  buildHttp,
  openPlatform,
  prepareDatabase,
  startWorking,
} from './platform.ts'
import { loadKeyRing } from './key-ring.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export interface RunOptions {
  readonly serve: boolean
  readonly work: boolean
  /** What is done once, between opening the platform and taking the first request. */
  readonly before?: (platform: Platform, config: Config, log: Logger) => Promise<void>
  readonly after?: (config: Config) => Promise<void>
}

/** Starts the platform, as server, as worker or as both, until a signal stops it. */
export async function run(options: RunOptions): Promise<void> {
  try {
    await start(options)
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n\n`)
    process.exit(1)
  }
}

async function start(options: RunOptions): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false }),
  )
  const keyRing = await loadKeyRing(config)
  const database = await prepareDatabase(config, log, (error) => {
    process.stderr.write(`\n${error.message}\n\n`)
    process.exit(1)
  })
  try {
    const platform = await openPlatform({ ...config, db: database.db, keyRing, log })
    await options.before?.(platform, config, log)
    const app = options.serve ? await buildHttp(platform, config, log) : null
    await app?.listen({ host: config.host, port: config.port })
    const worker = options.work ? await startWorking(platform, config, log) : null
    stopOnSignal(log, [
      async () => app?.close(),
      async () => worker?.stop(),
      () => platform.close(),
      () => database.stop(),
    ])
    await options.after?.(config)
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** What went wrong at the start, for a person: what happened and what to do. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message
  if (error instanceof MigrationError || !(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=8081 npm start`
    case 'EACCES':
    case 'EPERM':
      return `Not permitted: ${error.message}. Choose a PORT above 1023 and a DATA_DIR that you may write to.`
    case 'ENOSPC':
      return `The disk is full: ${error.message}. Free some space and start again; nothing is lost.`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
      return `The database cannot be reached: ${error.message}. Check DATABASE_URL, and that the server runs and lets this machine in.`
    case '28P01':
    case '28000':
      return `The database refuses the log-in: ${error.message}. Check the user and password in DATABASE_URL.`
    case '3D000':
      return `${error.message}: create it first, for example with "createdb", or name another one in DATABASE_URL.`
    default:
      return `Bindery could not start: ${error.stack ?? error.message}`
  }
}
