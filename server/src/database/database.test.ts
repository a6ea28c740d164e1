import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, brokenConstraint, openDatabase } from './database.ts'
import { isDatabaseAway, isReadOnly } from './database-away.ts'
import { sql } from './sql.ts'
import { assertOutsideTransaction } from './transaction.ts'

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

describe("transactions that stand in each other's way", () => {
  const touch = (id: number) => sql`update cases set id = id where id = ${id}`

  it('are run again until all are done', async () => {
    await db.query(sql`insert into cases values (1), (2)`)
    let runs = 0
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const touchBoth = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1
        await tx.query(touch(first))
        both[first - 1]?.resolve()
        await Promise.all(both.map(({ promise }) => promise)) // So that each holds what the other wants.
        await tx.query(touch(second))
        await tx.query(sql`insert into cases values (${first * 10})`)
      })
    await Promise.all([touchBoth(1, 2), touchBoth(2, 1)])
    expect(runs).toBeGreaterThan(2)
    expect(await ids()).toEqual([1, 2, 10, 20])
  })

  it('are given up in the end, and say that it is worth trying later', async () => {
    let runs = 0
    const hopeless = db.transaction(async (tx) => {
      runs += 1
      await tx.query(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    await expect(hopeless).rejects.toSatisfy(isDatabaseAway)
    expect(runs).toBe(5)
  })

  it('call nobody outside and begin no other one', async () => {
    const calling = db.transaction(async () => assertOutsideTransaction('asking a provider'))
    await expect(calling).rejects.toThrow(/asking a provider happens inside a transaction/)
    const nested = db.transaction(() => db.transaction(async () => undefined))
    await expect(nested).rejects.toThrow(/inside a transaction/)
    expect(() => assertOutsideTransaction('asking a provider')).not.toThrow()
  })

  it('write nothing once they are over, whatever they left running', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const failing = db.transaction(async (tx) => {
      late = turn().then(async () => {
        await sleep(20)
        await tx.query(sql`insert into cases values (7)`)
      })
      late.catch(() => undefined) // Looked at below.
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect(late).rejects.toThrow(/is over/)
    expect(await ids()).toEqual([])
  })
})

describe('while somebody holds a row', () => {
  it('others read, and those who want it wait their turn without connections', async () => {
    await db.query(sql`insert into cases values (1)`)
    const holder = new pg.Client({ ...database.connection })
    await holder.connect()
    await holder.query('begin; update cases set id = 1 where id = 1')
    const waiting = Array.from({ length: 20 }, () =>
      db.transactionOn('case 1', (tx) => tx.query(sql`update cases set id = id where id = 1`)),
    )
    expect(await ids()).toEqual([1])
    await db.transaction((tx) => tx.query(sql`insert into cases values (2)`))
    expect(await ids()).toEqual([1, 2])
    await holder.query('commit')
    await holder.end()
    await Promise.all(waiting)
  })

  it('work that waits for an unknown lock still leaves connections for reads', async () => {
    await db.query(sql`insert into cases values (1)`)
    const holder = new pg.Client({ ...database.connection })
    await holder.connect()
    await holder.query('begin; update cases set id = 1 where id = 1')
    const waiting = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? db.query(sql`update cases set id = id where id = 1`)
        : db.transaction((tx) => tx.query(sql`update cases set id = id where id = 1`)),
    )
    expect(await ids()).toEqual([1])
    await holder.query('commit')
    await holder.end()
    await Promise.all(waiting)
  })
})

describe('a server that only reads', () => {
  it('is left as soon as it refuses to write, for a connection that may lead to the primary', async () => {
    const met = [1, 2].map(() => Promise.withResolvers<void>())
    await Promise.all(
      met.map((mine) =>
        db.transaction(async (tx) => {
          await tx.query(sql`set session characteristics as transaction read only`)
          mine.resolve()
          await Promise.all(met.map(({ promise }) => promise)) // So that these are all there are.
        }),
      ),
    )
    const write = (id: number) =>
      db.transaction((tx) => tx.query(sql`insert into cases values (${id})`))
    await expect(write(1)).rejects.toSatisfy(isReadOnly)
    await Promise.all([write(2), write(3), db.query(sql`insert into cases values (4)`)])
    expect(await ids()).toEqual([2, 3, 4])
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
  it('is recognised by its name', async () => {
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
