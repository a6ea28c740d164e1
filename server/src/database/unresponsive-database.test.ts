import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CutOffLine, openCutOffLine } from '../../test/support/cut-off.ts'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let line: CutOffLine
let db: Database
const errors: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  line = await openCutOffLine(database.connection)
  db = openDatabase({
    connection: { ...line.connection },
    connectionsMax: 4,
    statementTimeoutMs: 1_000, // Longer than a busy machine takes for an answer.
    onConnectionError: ({ message }) => void errors.push(message),
  })
})
afterAll(async () => {
  await db.close()
  await line.close()
  await database.drop()
})

const ask = () => db.query<{ one: number }>(sql`select 1 as one`)
const failure = async () => ask().then(() => null, String)

it('nobody waits for a database that is known to be silent, and all go on when it answers', async () => {
  expect(await ask()).toEqual([{ one: 1 }])
  line.freeze()
  // The first finds out for everybody, by waiting as long as a statement may take.
  expect(isDatabaseAway(await ask().catch((error: unknown) => error))).toBe(true)
  await vi.waitFor(async () => {
    expect(await failure()).toBe('DatabaseBusy: the database does not answer')
  })
  expect(errors.filter((message) => message === 'the database does not answer')).toHaveLength(1)

  // Only one of us asks whether it is back; of a hundred others none opens a connection.
  const before = line.opened()
  const refused = await Promise.all(Array.from({ length: 100 }, failure))
  expect(new Set(refused)).toEqual(new Set(['DatabaseBusy: the database does not answer']))
  expect(line.opened() - before).toBeLessThanOrEqual(1)

  line.thaw()
  await vi.waitFor(async () => expect(await ask()).toEqual([{ one: 1 }]))
})
