import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createEmptyDatabase } from '../../test/support/database.ts'
import { openTransactionPooler } from '../../test/support/transaction-pooler.ts'
import { probeEngine } from './probe-engine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

const refusal = (connection: object) => probeEngine(connection).then(() => '', String)

describe('a start on a database', () => {
  it('goes on where it is a PostgreSQL', async () => {
    expect(await refusal(database.connection)).toBe('')
  })

  it('is refused behind a pooler in transaction mode, with what does not hold', async () => {
    const pooler = await openTransactionPooler(database.connection)
    const refused = await refusal(pooler.connection)
    await pooler.close()
    expect(refused).toContain('Sessions are not kept')
    expect(refused).toContain('Session advisory locks do not exclude')
    expect(refused).toContain('A notification did not arrive')
    expect(refused).toContain('through a pooler in session mode')
  })

  /** Functions of the same name before those of PostgreSQL, as an engine has them that only looks like it. */
  it.each([
    [
      'locks that are always granted',
      `pg_try_advisory_lock(int, int) returns boolean return true`,
      'Session advisory locks do not exclude',
    ],
    [
      'locks that are never granted',
      `pg_try_advisory_lock(int, int) returns boolean return false`,
      'Session advisory locks cannot be taken',
    ],
    [
      'notifications that go nowhere',
      `pg_notify(text, text) returns void return null`,
      'A notification did not arrive',
    ],
    [
      'snapshots that show everything',
      `pg_visible_in_snapshot(xid8, pg_snapshot) returns boolean return true`,
      'one that is under way counts as over',
    ],
    [
      'snapshots that show nothing',
      `pg_visible_in_snapshot(xid8, pg_snapshot) returns boolean return false`,
      'one that is over counts as under way',
    ],
    [
      'transactions without an order',
      `pg_current_xact_id() returns xid8 return case
         when now() = statement_timestamp() then '3'::xid8 else pg_catalog.pg_current_xact_id() end`,
      'a later one has a lower number',
    ],
    [
      'an old version',
      `current_setting(text) returns text return '140000'`,
      'older than PostgreSQL 15',
    ],
  ])('is refused for %s', async (_, lie, message) => {
    const client = new Client({ ...database.connection })
    await client.connect()
    try {
      await client.query(`create schema lies; create function lies.${lie}`)
      const options = '-c search_path=lies,pg_catalog'
      expect(await refusal({ ...database.connection, options })).toContain(message)
    } finally {
      await client.query('drop schema lies cascade')
      await client.end()
    }
  })
})
