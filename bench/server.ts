import { enableCompileCache } from 'node:module'

enableCompileCache()
const { default: pino } = await import('pino')
const { readConfig } = await import('../server/src/config.ts')
const { startDemo } = await import('../server/src/demo/index.ts')
const { createLog } = await import('../server/src/log.ts')
const { loadKeyRing } = await import('../server/src/key-ring.ts')
const { stopOnSignal } = await import('../server/src/stop-on-signal.ts')
const { buildHttp, openPlatform, prepareDatabase, startWorking } =
  await import('../server/src/platform.ts')

/**
 * The whole platform in one process, as `npm start` runs it, with one route more: it reads a quote's
 * body and gives it back, so that everything else can be measured against what the framework costs.
 */
const config = readConfig(process.env)
const log = createLog(config.logLevel, pino.destination({ dest: 1, sync: false }))
const database = await prepareDatabase(config, log, (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const keyRing = await loadKeyRing(config, database.db)
const platform = await openPlatform({ ...config, db: database.db, keyRing, log })
await startDemo(platform, config, log)
const app = await buildHttp(platform, config, log)
app.post(
  '/echo',
  { config: { access: 'open' }, schema: { hide: true } },
  async (request) => request.body,
)
await app.listen({ host: config.host, port: config.port })
const worker = await startWorking(platform, config, log)
const stops = [
  () => database.stop(),
  () => platform.close(),
  () => worker.stop(),
  () => app.close(),
]
stopOnSignal(log, stops, 0)

/** The load generator asks for our memory; after a collection where it wants what is really held. */
process.on('message', (order: 'memory' | 'collected memory') => {
  if (order === 'collected memory') globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed })
})
// Without the one that asks there is nobody left to stop us.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// That it is ready, and where its database is.
const { types: _ours, ...connection } = database.db.connection
process.send?.(connection)
