import pg from 'pg'
import type { Database, Queryable } from './database.ts'
import { sql } from './sql.ts'

/** What can change under a running process, and is cached there. */
export type ChangeTopic = 'keys' | 'products' | 'datasets'

export interface ChangeFeed {
  /** Calls back on every change of the topic, and after every gap in which one may have been missed. */
  on(topic: ChangeTopic, listener: () => void): void
  close(): Promise<void>
}

const channel = 'bindery_changes'
const reconnectAfterMs = 500

/** Tells every process that something cached has changed, once the transaction commits. */
export async function announceChange(tx: Queryable, topic: ChangeTopic): Promise<void> {
  await tx.query(sql`select pg_notify(${channel}, ${topic})`)
}

export async function openChangeFeed(
  db: Database,
  onError: (error: Error) => void,
): Promise<ChangeFeed> {
  const listeners: { topic: ChangeTopic; listener: () => void }[] = []
  let client: pg.Client
  let closed = false
  let isWaiting = false

  async function connect(): Promise<void> {
    client = new pg.Client(db.connection)
    client.on('error', onError)
    client.on('notification', (message) => {
      for (const { topic, listener } of listeners) if (topic === message.payload) listener()
    })
    client.once('end', reconnectLater)
    await client.connect()
    await client.query(`listen ${channel}`)
  }

  /** An attempt that fails is told twice, by its error and by its end: it is made again only once. */
  function reconnectLater(): void {
    if (closed || isWaiting) return
    isWaiting = true
    setTimeout(reconnect, reconnectAfterMs)
  }

  function reconnect(): void {
    isWaiting = false
    if (closed) return
    connect().then(
      () => {
        for (const { listener } of listeners) listener()
      },
      (error: Error) => {
        onError(error)
        reconnectLater()
      },
    )
  }

  await connect()
  return {
    on: (topic, listener) => void listeners.push({ topic, listener }),
    close: async () => {
      closed = true
      await client.end()
    },
  }
}
