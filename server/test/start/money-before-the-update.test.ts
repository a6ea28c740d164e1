import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../src/database/index.ts'
import { type TestDatabase, createEmptyDatabase } from '../support/database.ts'

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))
const theUpdate = '0021-money-in-doubt.sql'

let database: TestDatabase
let client: Client
let before: string
beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new Client({ ...database.connection })
  await client.connect()
  before = await mkdtemp(join(tmpdir(), 'bindery-migrations-'))
  for (const name of await readdir(migrations)) {
    if (name < theUpdate) await cp(join(migrations, name), join(before, name))
  }
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await rm(before, { recursive: true })
})

it('money that was under way before the update is asked for after it', async () => {
  await migrate(client, before)
  // Only money is of interest here, not the policies that it was paid for.
  await client.query(`
    alter table payments drop constraint payments_policy_id_fkey;
    alter table refunds drop constraint refunds_policy_id_fkey,
      drop constraint refunds_policy_version_id_fkey;
    insert into payments (id, policy_id, livemode, insurer_id, distributor_id, customer_id,
      product_id, first_name, last_name, provider, method, status, amount, currency, token,
      created_at)
    select 't' || n, 'tpol_' || n, false, 'acc_1', 'acc_2', 'tcu_1', 'pr_1', 'Ada', 'Lang',
      'sandbox', 'card', case n when 1 then 'pending' else 'ok' end, 100, 'eur', '', now()
    from generate_series(1, 4) as n;
    insert into refunds (id, payment_id, policy_id, policy_version_id, status, method, amount,
      currency, created_at, processed_at)
    select 'ref_' || n, 't' || n, 'tpol_' || n, 'tpv_' || n,
      case n when 2 then 'pending' when 3 then 'failed' else 'ok' end, 'pro_rata', 50, 'eur', now(),
      case when n > 2 then now() end
    from generate_series(2, 4) as n`)
  await migrate(client, migrations)
  const payments = await client.query(`
    select id, ask_at is not null as asked, doubt from payments order by id`)
  expect(payments.rows).toEqual([
    { id: 't1', asked: true, doubt: null },
    ...['t2', 't3', 't4'].map((id) => ({ id, asked: false, doubt: null })),
  ])
  const refunds = await client.query(`
    select id, insurer_id, livemode, asks, ask_at is not null as asked, doubt from refunds
    order by id`)
  const known = { insurer_id: 'acc_1', livemode: false, asks: 1 }
  expect(refunds.rows).toEqual([
    { id: 'ref_2', ...known, asked: true, doubt: null },
    { id: 'ref_3', ...known, asked: false, doubt: 'failed' },
    { id: 'ref_4', ...known, asked: false, doubt: null },
  ])
})
