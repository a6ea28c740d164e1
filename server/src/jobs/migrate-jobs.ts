import { type Connection, openPool } from '../database/index.ts'
import { prepareQueue } from './queue-store.ts'

const connectionsMax = 2

/** Brings the queue's own tables up to date. */
export async function migrateJobs(connection: Connection): Promise<void> {
  // The queue reads timestamps as it expects them, so its connections have no type parsers of ours.
  const config = { ...connection, types: undefined, max: connectionsMax }
  const pgPool = openPool(config, () => undefined) // A lost connection fails the migration itself.
  try {
    // Threads and the processes of impacts have jobs as well, and migrate nothing.
    const { Logger, runMigrations } = await import('graphile-worker')
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
    await prepareQueue(pgPool)
  } finally {
    await pgPool.end()
  }
}
