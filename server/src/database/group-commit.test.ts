import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { json, sql } from './sql.ts'

describe('writes that arrive at once', () => {
  it('share a statement, and each caller is answered', async () => {
    const groups: number[][] = []
    const save = groupCommit<number>({
      itemsMax: 100,
      writersMax: 1,
      write: async (items) => void groups.push([...items]),
    })
    await Promise.all([1, 2, 3].map(save))
    expect(groups).toEqual([[1, 2, 3]])
  })

  it('collect while a write is under way, and are answered only after their own', async () => {
    const groups: number[][] = []
    const answered: number[] = []
    const gates: (() => void)[] = []
    const save = groupCommit<number>({
      itemsMax: 100,
      writersMax: 1,
      write: (items) => {
        groups.push([...items])
        return new Promise((resolve) => void gates.push(resolve))
      },
    })
    const sent = (item: number) => save(item).then(() => void answered.push(item))
    const first = sent(1)
    await turn()
    const others = [sent(2), sent(3)]
    await turn()
    expect({ groups, answered }).toEqual({ groups: [[1]], answered: [] })
    gates[0]?.()
    await first
    await turn()
    expect({ groups, answered }).toEqual({ groups: [[1], [2, 3]], answered: [1] })
    gates[1]?.()
    await Promise.all(others)
    expect(answered).toEqual([1, 2, 3])
  })

  it('are not written again when the answer got lost: they may have been committed', async () => {
    const groups: number[][] = []
    const save = groupCommit<number>({
      itemsMax: 100,
      writersMax: 1,
      write: async (items) => {
        groups.push([...items])
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(save))
    expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(groups).toEqual([[1, 2, 3]])
  })

  it('that wait for the same thing find out once that nobody lets go of it', async () => {
    const groups: string[][] = []
    const save = groupCommit<string>({
      itemsMax: 100,
      writersMax: 1,
      about: (item) => item.slice(0, 1),
      write: async (items) => {
        groups.push([...items])
        const isHeld = items.some((item) => item.startsWith('a'))
        if (isHeld) throw Object.assign(new Error('held'), { code: '55P03' })
      },
    })
    const outcomes = await Promise.allSettled(['a1', 'b1', 'a2', 'a3', 'b2'].map(save))
    expect(outcomes.map((one) => one.status === 'fulfilled')).toEqual([
      false,
      true,
      false,
      false,
      true,
    ])
    expect(groups).toEqual([['a1', 'b1', 'a2', 'a3', 'b2'], ['a1'], ['b1'], ['b2']])
  })

  it('never exceed the size of a group or the number of writers, and none is lost or doubled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (itemsMax, writersMax, poisoned) => {
          const written: number[] = []
          let writers = 0
          const save = groupCommit<number>({
            itemsMax,
            writersMax,
            write: async (items) => {
              writers += 1
              expect(writers).toBeLessThanOrEqual(writersMax)
              expect(items.length).toBeLessThanOrEqual(itemsMax)
              await turn()
              writers -= 1
              if (items.some((item) => poisoned[item])) throw new Error('poison')
              written.push(...items)
            },
          })
          const outcomes = await Promise.allSettled(poisoned.map((_, item) => save(item)))
          expect(outcomes.map((one) => one.status === 'rejected')).toEqual(poisoned)
          const healthy = poisoned.flatMap((isPoison, item) => (isPoison ? [] : [item]))
          expect(written.toSorted((a, b) => a - b)).toEqual(healthy)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a group in the database', () => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDatabase({
      connection: { ...database.connection },
      connectionsMax: 4,
      onConnectionError: () => undefined, // The statements fail with it and say so.
    })
    await db.query(sql`create table cases (id int primary key, premium int check (premium > 0))`)
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })
  beforeEach(() => db.query(sql`truncate cases`))

  it('with one row that cannot be written keeps all the others', async () => {
    const save = groupCommit<{ id: number; premium: number }>({
      itemsMax: 100,
      writersMax: 2,
      write: async (rows) => {
        await db.query(sql`
          insert into cases (id, premium)
          select id, premium from json_to_recordset(${json(rows)}::json) as r(id int, premium int)`)
      },
    })
    const rows = Array.from({ length: 20 }, (_, id) => ({ id, premium: id === 7 ? -1 : 100 }))
    const outcomes = await Promise.allSettled(rows.map(save))
    const refused = outcomes.flatMap((one, id) => (one.status === 'rejected' ? [id] : []))
    expect(refused).toEqual([7])
    const stored = await db.query<{ id: number }>(sql`select id from cases order by id`)
    expect(stored.map((row) => row.id)).toEqual(rows.map((row) => row.id).filter((id) => id !== 7))
  })
})

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
