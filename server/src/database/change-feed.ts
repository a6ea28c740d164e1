import type { Database, Queryable } from './database.ts'
import { keepSession } from './kept-session.ts'
import { sql } from './sql.ts'

/** What can change under a running process, and is cached there. */
export type ChangeTopic = 'keys' | 'products' | 'datasets'

export interface ChangeFeed {
  /** Calls back on every change of the topic, and after every gap in which one may have been missed. */
  on(topic: ChangeTopic, listener: () => void): void
  /** Resolves when the listeners have been told of every change that was committed up to now. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'bindery_changes'

/** Tells every process that something cached has changed, once the transaction commits. */
export async function announceChange(tx: Queryable, topic: ChangeTopic): Promise<void> {
  await tx.query(sql`select pg_notify(${channel}, ${topic})`)
}

export async function openChangeFeed(
  db: Database,
  onError: (error: Error) => void,
): Promise<ChangeFeed> {
  const listeners: { topic: ChangeTopic; listener: () => void }[] = []
  const session = await keepSession(db.connection, {
    name: 'bindery changes',
    prepare: async (client) => {
      client.on('notification', (message) => {
        for (const { topic, listener } of listeners) if (topic === message.payload) listener()
      })
      await client.query(`listen ${channel}`)
    },
    onReopened: () => {
      for (const { listener } of listeners) listener()
    },
    onError,
  })
  return {
    on: (topic, listener) => void listeners.push({ topic, listener }),
    caughtUp: () => session.caughtUp(),
    close: () => session.close(),
  }
}
