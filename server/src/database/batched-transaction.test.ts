import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchedTransaction } from './batched-transaction.ts'
import { listing } from './listing.ts'
import { inSavepoint } from './savepoint.ts'
import { type Statement, fragment, rows, sql } from './sql.ts'
import type { Part } from './combine-statements.ts'
import type { Transaction } from './transaction.ts'

/** A database that keeps what it is sent, and knows one row for each key. */
function watched() {
  const sent: Statement[] = []
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    sent.push(statement)
    const [keys] = statement.values as [string[]?]
    return (Array.isArray(keys) ? keys.map((of) => ({ of, id: of, name: of })) : []) as Row[]
  }
  const unused = () => expect.fail('nothing else is asked')
  const tx: Transaction = {
    inTransaction: true,
    query,
    find: unused,
    findAll: unused,
    list: unused,
    write: unused,
  }
  return { sent, batched: batchedTransaction(tx) }
}

const names = listing<{ readonly name: string }, [string]>(
  (keys, kind) => sql`select of, name from things where of = any(${keys}) and kind = ${kind}`,
)
const noted = (note: string, kind: string): Part[] => [
  { name: 'noted', rows: 1, body: fragment`insert ${rows([{ note }])} ${kind}` },
  { name: 'followed', follows: true, body: fragment`insert from noted` },
]

it('whatever many ask for and write, each has its own answer, in as many statements as there are kinds', async () => {
  const asked = fc.array(fc.record({ key: fc.nat(9).map(String), kind: fc.nat(2).map(String) }), {
    minLength: 1,
  })
  await fc.assert(
    fc.asyncProperty(asked, async (all) => {
      const { sent, batched } = watched()
      const kinds = new Set(all.map(({ kind }) => kind)).size
      const answers = await Promise.all(
        all.map(async ({ key, kind }) => {
          const [row] = await batched.list(names, key, kind)
          await batched.write(noted(key, kind))
          return row
        }),
      )
      expect(answers).toEqual(all.map(({ key }) => ({ id: key, name: key })))
      expect(sent).toHaveLength(2 * kinds)
      const written = sent.slice(kinds).flatMap(({ values: [list, count] }) => {
        const notes = JSON.parse(String(list)) as { note: string }[]
        expect(notes).not.toHaveLength(0)
        expect(count).toBeTypeOf('string')
        return notes.map(({ note }) => note)
      })
      expect(written.toSorted()).toEqual(all.map(({ key }) => key).toSorted())
    }),
  )
})

it('what has nothing but values of its own is written alone', async () => {
  const { sent, batched } = watched()
  const one: Part[] = [{ name: 'job', body: fragment`select add_job(${'the same'})` }]
  await Promise.all([batched.write(one), batched.write(one)])
  expect(sent).toHaveLength(2)
})

it('nobody takes back a part of what all of them write', async () => {
  const { sent, batched } = watched()
  await expect(inSavepoint(batched, async () => undefined)).rejects.toThrow('many share')
  expect(sent).toEqual([])
})

it('any other statement comes after what was asked for before it', async () => {
  const { sent, batched } = watched()
  const writing = batched.write(noted('first', 'a'))
  await Promise.all([writing, batched.query(sql`select 'second'`)])
  expect(sent.map(({ text }) => text.slice(0, 10))).toEqual(['with noted', "select 'se"])
})
