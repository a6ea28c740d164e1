import { enableCompileCache } from 'node:module'
import type { ClientConfig } from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/database/index.ts'
import { loadKeyRing } from '../server/src/key-ring.ts'
import { createLog, openLogOutput } from '../server/src/log.ts'
import { openPlatform } from '../server/src/platform.ts'
import { watchStatements } from '../server/test/support/watch-statements.ts'
import { answerQuestions } from './server-questions.ts'

/**
 * A worker that does nothing but sweep, as long as it is told to: the whole platform with its
 * sandbox, but no job that anything else has ordered.
 */
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
const platform = await openPlatform({ ...config, db, keyRing: await loadKeyRing(config, db), log })
let sweeping: Promise<void> | null = null
let isOn = false

async function sweep(): Promise<void> {
  while (isOn) await platform.handlers.sweep({})
}

answerQuestions({
  counts,
  async work(wanted) {
    isOn = wanted
    if (wanted) {
      sweeping ??= sweep()
      return
    }
    await sweeping
    sweeping = null
  },
})
process.on('disconnect', () => process.exit())
process.send?.({}) // That it is ready.
