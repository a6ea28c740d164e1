import { enableCompileCache } from 'node:module'
import type { ClientConfig } from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/database/index.ts'
import { loadKeyRing } from '../server/src/key-ring.ts'
import { createLog, openLogOutput } from '../server/src/log.ts'
import { openPlatform, startWorking } from '../server/src/platform.ts'
import { watchStatements } from '../server/test/support/watch-statements.ts'
import { answerQuestions } from './server-questions.ts'

/** Runs jobs and serves nobody, as `npm run work` does, until whoever has begun it leaves. */
enableCompileCache()
const connection = JSON.parse(process.argv[2] ?? '') as ClientConfig // Of the one that has begun it.
const config = readConfig(process.env)
const log = createLog('error', openLogOutput())
const db = openDatabase({
  connection,
  connectionsMax: config.databaseConnectionsMax,
  onConnectionError: (error) => log.error({ err: error }, 'a connection was lost'),
})
const counts = watchStatements(db.pool)
const keyRing = await loadKeyRing(config, db)
const platform = await openPlatform({ ...config, db, keyRing, log })
await startWorking(platform, config, log)
answerQuestions({ counts })
process.on('disconnect', () => process.exit())
process.send?.({}) // That it is ready.
