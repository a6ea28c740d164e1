import { readConfig } from '@bindery/server/src/config.ts'
import { openDatabase } from '@bindery/server/src/database/index.ts'
import { loadKeyRing } from '@bindery/server/src/key-ring.ts'
import { createLog, openLogOutput } from '@bindery/server/src/log.ts'
import { openPlatform } from '@bindery/server/src/platform.ts'
import { watchStatements } from '@bindery/server/test/support/watch-statements.ts'
import type { ClientConfig } from 'pg'

/** The whole platform for a worker in a process of its own, on the database that it was begun with. */
export async function openWorkerPlatform(manner: { isAnybodyServed?: () => boolean } = {}) {
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
  const platform = await openPlatform({ ...config, ...manner, db, keyRing, log })
  return { connection, config, log, db, counts, platform }
}
