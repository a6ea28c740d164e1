import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from './database.ts'
import { keepSession } from './kept-session.ts'
import { type ChangeTopic, sql } from './sql.ts'

export interface ChangeFeed {
  /**
   * Calls back on every change of the topic, and after every gap in which one may have been missed.
   * A listener that also uses `onAnnounced` asks for the changes of `others` only.
   */
  on(topic: ChangeTopic, listener: () => void, by?: 'anybody' | 'others'): void
  /** Notifies every process, also this one, of a change that no statement announces. */
  announce(topic: ChangeTopic): void
  /** Resolves when the listeners were called for every change committed up to now. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'bindery_changes'
/** Under load, several changes share one notification. */
const announceEveryMs = 5

/** Notifies every process of a change of cached data, once the transaction commits. */
export async function announceChange(tx: Queryable, topic: ChangeTopic): Promise<void> {
  await tx.query(sql`select pg_notify(${channel}, ${topic})`)
}

export async function openChangeFeed(
  db: Database,
  onError: (error: Error) => void,
): Promise<ChangeFeed> {
  const listeners: { topic: ChangeTopic; listener: () => void; isOfOthers: boolean }[] = []
  const session = await keepSession(db.connection, {
    name: 'bindery changes',
    prepare: async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      client.on('notification', (message) => {
        const isOwn = message.processId === rows[0]?.pid
        for (const { topic, listener, isOfOthers } of listeners) {
          if (topic === message.payload && !(isOwn && isOfOthers)) listener()
        }
      })
      await client.query(`listen ${channel}`)
    },
    onReopened: () => {
      for (const { listener } of listeners) listener()
    },
    onError,
  })

  /**
   * Changes of statements are announced after their commit and on this session, so that no commit
   * waits for it. Where an announcement fails, the listeners find the change by their regular look.
   */
  const due = new Set<ChangeTopic>()
  let announcing: Promise<void> | null = null
  async function announceDue(): Promise<void> {
    while (due.size > 0) {
      const topics = [...due]
      due.clear()
      for (const topic of topics) {
        await session.say('select pg_notify($1, $2)', [channel, topic])
      }
      await sleep(announceEveryMs)
    }
    announcing = null
  }
  const announce = (topic: ChangeTopic) => {
    due.add(topic)
    announcing ??= announceDue()
  }
  const stopListening = db.onAnnounced(announce)

  return {
    announce,
    on: (topic, listener, by = 'anybody') =>
      void listeners.push({ topic, listener, isOfOthers: by === 'others' }),
    caughtUp: () => session.caughtUp(),
    close: async () => {
      stopListening()
      await announcing
      await session.close()
    },
  }
}
