import { enableCompileCache, flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { watchStatements } from '@bindery/server/test/support/watch-statements.ts'
import { answerQuestions } from './server-questions.ts'

/**
 * The whole platform in one process, as `npm start` runs it. An argument says which checkout to run, so
 * that two of them can be measured beside each other.
 */
enableCompileCache()
const source = pathToFileURL(`${process.argv[2]}/server/src/`)
const { readConfig } = await room<typeof import('@bindery/server/src/config.ts')>('config.ts')
const { startDemo } =
  await room<typeof import('@bindery/server/src/demo/index.ts')>('demo/index.ts')
const { createLog, openLogOutput } =
  await room<typeof import('@bindery/server/src/log.ts')>('log.ts')
const { loadKeyRing } = await room<typeof import('@bindery/server/src/key-ring.ts')>('key-ring.ts')
const { stopOnSignal } =
  await room<typeof import('@bindery/server/src/stop-on-signal.ts')>('stop-on-signal.ts')
const { buildHttp, openPlatform, prepareDatabase, startWorking } =
  await room<typeof import('@bindery/server/src/platform.ts')>('platform.ts')

const config = readConfig(process.env)
const log = createLog(config.logLevel, openLogOutput())
const database = await prepareDatabase(config, log, (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const counts = watchStatements(database.db.pool)
while (database.db.pool.idleCount > 0) (await database.db.pool.connect()).release(true) // Not counted.
const keyRing = await loadKeyRing(config, database.db)
const platform = await openPlatform({ ...config, db: database.db, keyRing, log })
await startDemo(platform, config, log)
const app = await buildHttp(platform, config, log)
flushCompileCache() // As `run.ts` does.
await app.listen({ host: config.host, port: config.port })
let worker: { stop(): Promise<void> } | null = await startWorking(platform, config, log)
stopOnSignal(
  log,
  [() => database.stop(), () => platform.close(), async () => worker?.stop(), () => app.close()],
  0,
)
answerQuestions({
  counts,
  async work(isOn) {
    if (isOn) worker ??= await startWorking(platform, config, log)
    else {
      await worker?.stop()
      worker = null
    }
  },
})
// Without the one that asks there is nobody left to stop us.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// That it is ready, and where its database is.
const { types: _ours, ...connection } = database.db.connection
process.send?.(connection)

async function room<Room>(path: string): Promise<Room> {
  return (await import(new URL(path, source).href)) as Room // Of another checkout: nearly the same.
}
