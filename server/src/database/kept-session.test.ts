import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { type TestDatabase, createEmptyDatabase } from '../../test/support/database.ts'
import { keepSession } from './kept-session.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

it('can be closed at any moment, also while a lost session is being opened anew', async () => {
  const { superuser } = inject('testServer')
  const admin = new pg.Client({ ...superuser })
  await admin.connect()
  for (let delayMs = 0; delayMs < 40; delayMs += 2) {
    let pid: number | undefined
    const session = await keepSession(database.connection, {
      name: 'kept',
      prepare: async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        pid = rows[0]?.pid
      },
      onError: () => undefined,
    })
    await admin.query('select pg_terminate_backend($1)', [pid])
    await sleep(delayMs)
    const closing = session.close().then(() => 'closed')
    const waiting = sleep(60_000, `still open, lost ${delayMs} ms before`, { ref: false })
    expect(await Promise.race([closing, waiting])).toBe('closed')
  }
  await vi.waitFor(async () => {
    const left = await admin.query(`select from pg_stat_activity where application_name = 'kept'`)
    expect(left.rowCount).toBe(0)
  })
  await admin.end()
})
