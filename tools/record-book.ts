import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../server/src/database/embedded/index.ts'
import { type DemoFile, readDemoFile } from '../server/src/demo/index.ts'

/**
 * Records what a release leaves in its database, so that later ones can be held to start on it:
 * node tools/record-book.ts <file.json.gz>
 * It starts this checkout on an empty data folder, sells what insurers sell and writes all rows down.
 */
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('say which file to write')
const repository = fileURLToPath(new URL('..', import.meta.url))
/** No secret: it opens nothing but this book. */
const bookKey = `book:${Buffer.alloc(32, 'the book of a release').toString('base64')}`
const startMsMax = 120_000

/** Tables that no migration makes, such as those of datasets, with their indexes. */
const tablesMadeLater = `
  with made as (select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '_[0-9]+$')
  select format('create table %I (%s)', relname, string_agg(format('%I %s%s%s', attname,
    format_type(atttypid, atttypmod),
    case when attcollation not in (0, 100) then
      format(' collate %I', (select collname from pg_collation c where c.oid = attcollation))
      else '' end,
    case when attnotnull then ' not null' else '' end), ', ' order by attnum)) as statement
  from made join pg_attribute on attrelid = made.oid and attnum > 0 and not attisdropped
  group by relname
  union all
  select pg_get_indexdef(indexrelid) from pg_index join made on made.oid = indrelid`

const folder = await mkdtemp(join(tmpdir(), 'bindery-book-'))
try {
  const dataDir = join(folder, 'data')
  await cp(join(repository, 'examples/cyber'), join(folder, 'examples/cyber'), { recursive: true })
  const sales = await sell(dataDir)
  const book = { ...sales, encryptionKeys: bookKey, ...(await dump(dataDir)) }
  await writeFile(file, gzipSync(JSON.stringify(book), { level: 9 }))
  process.stdout.write(`wrote ${file}: ${book.migrations.at(-1)} and before\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function sell(dataDir: string) {
  const port = await freePort()
  const server = spawn(process.execPath, [join(repository, 'server/src/start.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      EXAMPLES_DIR: join(folder, 'examples'),
      ENCRYPTION_KEYS: bookKey,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stopped = once(server, 'exit')
  try {
    const url = `http://127.0.0.1:${port}`
    await untilReady(url)
    const demo = await readDemoFile(dataDir)
    if (demo === null) throw new Error('the first start writes demo.json')
    const sales = await makeSales(url, demo)
    return { demo, sales, soldAt: new Date().toISOString() }
  } finally {
    server.kill('SIGTERM')
    await stopped
  }
}

async function untilReady(url: string): Promise<void> {
  const untilMs = Date.now() + startMsMax
  while (Date.now() < untilMs) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(200)
  }
  throw new Error('it did not start')
}

/** One of each: what was only offered, is being paid, is paid by invoice or card, and was cancelled. */
async function makeSales(url: string, demo: DemoFile) {
  const call = caller(url, demo)
  const offered = await offer(call, demo)
  const pending = await offer(call, demo)
  const pendingPayment = await pay(call, pending, 'sandbox', { outcome: 'pending' })
  const paid = await offer(call, demo)
  await pay(call, paid, 'invoice')
  const byCard = await offer(call, demo)
  await pay(call, byCard, 'sandbox', { outcome: 'ok' })
  const cancelled = await offer(call, demo)
  await pay(call, cancelled, 'sandbox', { outcome: 'ok' })
  await cancel(call, cancelled.id)
  return {
    offered,
    pending: { ...pending, paymentId: String(pendingPayment['id']) },
    paid,
    byCard,
    cancelled,
  }
}

type Body = Record<string, unknown>
type Call = (path: string, body?: Body, headers?: Record<string, string>) => Promise<Body>

function caller(url: string, demo: DemoFile): Call {
  return async (path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${demo.keys.test.secret}`,
        'content-type': 'application/json',
        accept: `application/vnd.bindery.v${path === '/quotes' ? 3 : 2}+json`,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Body // The API answers with objects.
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

interface Offered {
  readonly id: string
  readonly number: string
  readonly token: string
}

async function offer(call: Call, demo: DemoFile): Promise<Offered> {
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('the demo has a cyber product')
  const { item_id, subscription_plan_id, integration_id, quote, policy } = product
  const order = { item_id, subscription_plan_id, integration_id, data: quote }
  const { token } = await call('/quotes', order)
  const made = await call('/policies', {
    ...policy,
    quote_token: token,
    sensitive_data: { iban: 'CH9300762011623852957' },
  })
  return {
    id: String(made['id']),
    number: String(made['insurer_policy_id']),
    token: String(made['payment_token']),
  }
}

async function pay(call: Call, { id, token }: Offered, provider: string, sandbox?: Body) {
  const method = provider === 'invoice' ? 'invoice' : 'card'
  return call('/payments', {
    token,
    policy_id: id,
    provider,
    method,
    ...(sandbox === undefined ? {} : { sandbox }),
  })
}

async function cancel(call: Call, id: string): Promise<void> {
  const policy = await call(`/policies/${id}`)
  const order = { cancellation_reason: 'Sold the company.', termination_date: '2027-12-31' }
  await call(`/policies/${id}/cancel`, order, { 'if-match': String(policy['version_id']) })
  while ((await call(`/policies/${id}`))['status'] !== 'cancelled') await sleep(100)
}

/** All rows of all tables of ours, and the jobs that wait. */
async function dump(dataDir: string) {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durability: 'none',
    log: () => undefined,
  })
  const client = new Client({ ...postgres.connection })
  await client.connect()
  try {
    const names = await client.query<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
    const tables: Record<string, unknown[]> = {}
    for (const { name } of names.rows) {
      const { rows } = await client.query<{ row: unknown }>(
        `select to_json(t) as row from ${name} t`,
      )
      tables[name] = rows.map(({ row }) => row)
    }
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from schema_migrations order by name',
    )
    const { rows: jobs } = await client.query<object>(
      `select t.identifier, j.payload, j.key, j.run_at, j.max_attempts, j.priority
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       order by j.id`,
    )
    const { rows: made } = await client.query<{ statement: string }>(tablesMadeLater)
    const definitions = made.map(({ statement }) => statement)
    return { migrations: migrations.map(({ name }) => name), definitions, tables, jobs }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
