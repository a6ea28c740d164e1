import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from './database.ts'
import { keepSession } from './kept-session.ts'
import { type ChangeTopic, sql } from './sql.ts'

export interface ChangeFeed {
  /**
   * Calls back on every change of the topic, and after every gap in which one may have been missed.
   * Who hears by `onAnnounced` what is announced here wants to be told of what others announce.
   */
  on(topic: ChangeTopic, listener: () => void, by?: 'anybody' | 'others'): void
  /** Tells every process, also this one, of what no statement says. */
  announce(topic: ChangeTopic): void
  /** Resolves when the listeners have been told of every change that was committed up to now. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'bindery_changes'
/** Whoever is told often is told of many at once. */
const announceEveryMs = 5

/** Tells every process that something cached has changed, once the transaction commits. */
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
   * What statements announce is told after their commit and on this session, so that nobody who
   * commits waits for it. Where it cannot be told, those who wait look by themselves now and then.
   */
  const due = new Set<ChangeTopic>()
  let telling: Promise<void> | null = null
  async function tell(): Promise<void> {
    while (due.size > 0) {
      const topics = [...due]
      due.clear()
      for (const topic of topics) {
        await session.say('select pg_notify($1, $2)', [channel, topic])
      }
      await sleep(announceEveryMs)
    }
    telling = null
  }
  const announce = (topic: ChangeTopic) => {
    due.add(topic)
    telling ??= tell()
  }
  const stopHearing = db.onAnnounced(announce)

  return {
    announce,
    on: (topic, listener, by = 'anybody') =>
      void listeners.push({ topic, listener, isOfOthers: by === 'others' }),
    caughtUp: () => session.caughtUp(),
    close: async () => {
      stopHearing()
      await telling
      await session.close()
    },
  }
}
