import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, brokenConstraint, openDatabase } from './database.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: { ...database.connection },
    connectionsMax: 3,
    onConnectionError: () => undefined, // The statements fail with it and say so.
  })
  await db.query(sql`create table cases (id int constraint one_of_each primary key)`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => db.query(sql`truncate cases`))

async function ids(): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from cases order by id`)
  return rows.map((row) => row.id)
}

describe('a transaction', () => {
  it('keeps all of its work and returns what the work returned', async () => {
    const result = await db.transaction(async (tx) => {
      await tx.query(sql`insert into cases values (${1})`)
      await tx.query(sql`insert into cases values (${2})`)
      return 'done'
    })
    expect(result).toBe('done')
    expect(await ids()).toEqual([1, 2])
  })

  it('keeps nothing when its work throws', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query(sql`insert into cases values (${1})`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await ids()).toEqual([])
  })

  it('keeps nothing when one of several statements sent at once fails', async () => {
    const failing = db.transaction((tx) =>
      Promise.all([
        tx.query(sql`insert into cases values (${1})`),
        tx.query(sql`insert into cases values (${1})`),
        tx.query(sql`insert into cases values (${2})`),
      ]),
    )
    await expect(failing).rejects.toThrow(/duplicate key/)
    expect(await ids()).toEqual([])
  })

  it('whose connection is killed leaves nothing, and the next one works', async () => {
    const killed = db.transaction(async (tx) => {
      const [session] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await tx.query(sql`insert into cases values (${1})`)
      await db.query(sql`select pg_terminate_backend(${session?.pid})`)
      await tx.query(sql`insert into cases values (${2})`)
    })
    await expect(killed).rejects.toThrow()
    expect(await ids()).toEqual([])
    await db.transaction((tx) => tx.query(sql`insert into cases values (${3})`))
    expect(await ids()).toEqual([3])
  })

  it('killed again and again does not use the pool up', async () => {
    for (let round = 0; round < 10; round++) {
      const killed = db.transaction((tx) =>
        tx.query(sql`select pg_terminate_backend(pg_backend_pid())`),
      )
      await expect(killed).rejects.toThrow()
    }
    expect(await ids()).toEqual([])
  })
})

describe('what comes back', () => {
  it('is moments, days and counts as our own types', async () => {
    const [row] = await db.query<{ at: Temporal.Instant; on: Temporal.PlainDate; count: number }>(
      sql`select '2027-03-01 10:00:00.123456+01'::timestamptz as at, date '2027-03-01' as on,
        1234567890123::bigint as count`,
    )
    expect(row?.at.toString()).toBe('2027-03-01T09:00:00.123456Z')
    expect(row?.on.toString()).toBe('2027-03-01')
    expect(row?.count).toBe(1_234_567_890_123)
  })

  it('is never a count that was rounded', async () => {
    const huge = db.query(sql`select 9007199254740993::bigint as count`)
    await expect(huge).rejects.toThrow(/beyond the safe integers/)
  })
})

describe('a broken constraint', () => {
  it('is told by its name', async () => {
    await db.query(sql`insert into cases values (${1})`)
    const error: unknown = await db.query(sql`insert into cases values (${1})`).catch((e) => e)
    expect(brokenConstraint(error)).toBe('one_of_each')
  })

  it('is not seen in any other error', async () => {
    const error: unknown = await db.query(sql`insert into cases values (${null})`).catch((e) => e)
    expect(error).toBeInstanceOf(Error)
    expect(brokenConstraint(error)).toBeNull()
    expect(brokenConstraint(new Error('23505'))).toBeNull()
    expect(brokenConstraint(undefined)).toBeNull()
  })
})
