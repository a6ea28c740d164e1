import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type ChangeFeed, announceChange, openChangeFeed } from './change-feed.ts'
import { type Database, openDatabase } from './database.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let db: Database
let feeds: ChangeFeed[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: { ...database.connection },
    connectionsMax: 2,
    onConnectionError: () => undefined, // The statements fail with it and say so.
  })
})
afterEach(async () => {
  for (const feed of feeds) await feed.close()
  feeds = []
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function listening() {
  const errors: Error[] = []
  const feed = await openChangeFeed(db, (error) => errors.push(error))
  feeds.push(feed)
  const topics: string[] = []
  for (const topic of ['keys', 'products', 'datasets'] as const) {
    feed.on(topic, () => void topics.push(topic))
  }
  return { feed, topics, errors }
}

describe('news of a change', () => {
  it('reaches every process that listens, and only for its topic', async () => {
    const [one, two] = [await listening(), await listening()]
    await announceChange(db, 'products')
    await vi.waitFor(() => expect([one.topics, two.topics]).toEqual([['products'], ['products']]))
  })

  it('that no statement says reaches them as well, the one that says it among them', async () => {
    const [one, two] = [await listening(), await listening()]
    one.feed.announce('keys')
    await vi.waitFor(() => expect([one.topics, two.topics]).toEqual([['keys'], ['keys']]))
  })

  it('announced here does not reach a listener for the changes of others', async () => {
    const [one, two] = [await listening(), await listening()]
    const ofOthers: string[] = []
    for (const { feed } of [one, two]) {
      const by = feed === one.feed ? 'one' : 'two'
      feed.on('keys', () => void ofOthers.push(by), 'others')
    }
    one.feed.announce('keys')
    await vi.waitFor(() => expect([one.topics, two.topics]).toEqual([['keys'], ['keys']]))
    expect(ofOthers).toEqual(['two'])
  })

  it('goes out when the transaction commits, and not at all when it does not', async () => {
    const { topics } = await listening()
    const failing = db.transaction(async (tx) => {
      await announceChange(tx, 'keys')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await db.transaction(async (tx) => {
      await announceChange(tx, 'datasets')
      expect(topics).toEqual([])
    })
    await vi.waitFor(() => expect(topics).toEqual(['datasets']))
  })

  it('is assumed after a gap: a listener that lost its connection is called for every topic', async () => {
    const { topics, errors } = await listening()
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'bindery changes'`)
    await vi.waitFor(() => expect(topics.toSorted()).toEqual(['datasets', 'keys', 'products']))
    expect(errors.length).toBeGreaterThan(0)
    await announceChange(db, 'keys')
    await vi.waitFor(() => expect(topics.filter((topic) => topic === 'keys')).toHaveLength(2))
  })

  it('is listened for on one connection, however often the database could not be reached', async () => {
    const { topics, errors } = await listening()
    await setConnectionLimit(0)
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'bindery changes'`)
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(5))
    await setConnectionLimit(-1)
    await vi.waitFor(() => expect(topics).toContain('keys'))
    await db.query(sql`select pg_sleep(1)`) // Attempts beyond the first would have come by then.
    const [listeners] = await db.query<{ count: string }>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'bindery changes'`)
    expect(Number(listeners?.count)).toBe(1)
  })
})

async function setConnectionLimit(limit: number): Promise<void> {
  const { database: name } = database.connection
  await db.pool.query(`alter database ${name} connection limit ${limit}`)
}
