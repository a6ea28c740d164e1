import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CutOffLine, openCutOffLine } from '../../test/support/cut-off.ts'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import { endPool, openPool } from './open-pool.ts'

/** Long enough for any answer of a machine that has much else to do. */
const answerWithinMs = 2_000

let database: TestDatabase
let line: CutOffLine
let pool: ReturnType<typeof openPool>
const errors: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  line = await openCutOffLine(database.connection)
  pool = openPool(
    {
      ...line.connection,
      pipeline: true,
      max: 1,
      answerWithinMs,
      connectionTimeoutMillis: 5_000,
    },
    ({ message }) => void errors.push(message),
  )
})
afterAll(async () => {
  await endPool(pool)
  await line.close()
  await database.drop()
})

it('a query to a server that does not answer fails in time, in every form of query', async () => {
  await pool.query('select 1')
  line.freeze()
  await expect(pool.query('select 2')).rejects.toThrow('Query read timeout')
  line.thaw()
  expect(errors).toContain('Query read timeout')

  const client = await pool.connect()
  line.freeze()
  const asked = [client.query('select 3'), client.query('select 4')]
  for (const one of await Promise.allSettled(asked)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } })
  }
  client.release(true)
  line.thaw()
  expect((await pool.query('select 5 as five')).rows).toEqual([{ five: 5 }])
})

it('a connection that has answered is not ended later, however it was asked', async () => {
  const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows
  const before = await backend()
  const client = await pool.connect()
  await client.query('select 1')
  client.release()
  await sleep(answerWithinMs + 200)
  expect(await backend()).toEqual(before)
})

it('what a statement was given is gone with its answer, without collecting everything', async () => {
  const worker = new Worker(new URL('../../test/support/kept-of-statements.ts', import.meta.url), {
    workerData: { ...database.connection, pipeline: true, max: 1, answerWithinMs },
  })
  const [kept] = (await once(worker, 'message')) as [number] // As it says it.
  expect(kept).toBeLessThan(5) // The last ones may still be in somebody's hands.
})
