import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/database.ts'
import type { Queryable, Statement } from '../database/index.ts'
import { claimKey } from './claim-key.ts'

let database: TestDatabase
let client: Client
let db: Queryable

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ ...database.connection })
  await client.connect()
  db = {
    query: async <Row>({ text, values }: Statement) =>
      (await client.query(text, values)).rows as Row[], // As the store selects them.
  }
  // The database is a copy of the migrated one; here the table is as the release before had it.
  await client.query('create schema before; set search_path = before')
  await apply('0008-idempotency.sql')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function apply(migration: string): Promise<void> {
  await client.query(
    await readFile(new URL(`../../migrations/${migration}`, import.meta.url), 'utf8'),
  )
}

const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const request = Buffer.from('a request')

const repeat = (key: string) =>
  claimKey(
    { db, keyRing: [{ id: 'first', key: randomBytes(32) }] },
    { accountId: 'acc_1', livemode: false, key },
    request,
    now,
  )

describe('a request from before claims were settled in the transaction of the work', () => {
  it('is not carried out again when it may have been, and its answer stands nowhere in clear', async () => {
    for (const [key, status, body] of [
      ['answered', 200, '{"token":"secret"}'],
      ['unanswered', null, null],
      ['refused', 400, '{"status":"Bad Request"}'],
    ]) {
      await client.query(
        `insert into idempotency_keys (account_id, livemode, key, request_hash, status, body, started_at)
         values ('acc_1', false, $1, $2, $3, $4, $5)`,
        [key, request, status, body, now.subtract({ hours: 1 }).toString()],
      )
    }
    await apply('0019-settled-claims.sql')
    await expect(repeat('answered')).rejects.toMatchObject({ kind: 'answer_lost' })
    await expect(repeat('unanswered')).rejects.toMatchObject({ kind: 'answer_lost' })
    expect(await repeat('refused')).toMatchObject({ isFirst: true })
    const { rows } = await client.query('select k::text as row from idempotency_keys k')
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})
