import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../server/src/config.ts'
import { sql } from '../server/src/database/index.ts'
import { readDemoFile, startDemo } from '../server/src/demo/index.ts'
import { loadKeyRing } from '../server/src/key-ring.ts'
import { buildHttp, openPlatform, prepareDatabase } from '../server/src/platform.ts'

/** How long management's search takes on a large book: node bench/search.ts [policies] */
const policies = Number(process.argv[2] ?? 1_000_000)
const requestsPerSearch = 300
const atOnce = 4

const dataDir = await mkdtemp(join(tmpdir(), 'bindery-search-'))
await chmod(dataDir, 0o755) // As root, PostgreSQL runs as another user, who must get in.
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const log = pino({ level: 'warn' })
const database = await prepareDatabase(config, log, (error) => {
  throw error
})
const platform = await openPlatform({
  ...config,
  db: database.db,
  keyRing: await loadKeyRing(config),
  log,
})
try {
  await startDemo(platform, config, log)
  const demo = await readDemoFile(dataDir)
  if (demo === null) throw new Error('the demo was just made')
  await loadBook(policies)
  const app = await buildHttp(platform, config, log)
  const headers = { authorization: `Bearer ${demo.insurer.test.secret}` }
  const any = (max: number) => Math.floor(Math.random() * max)
  const searches: Record<string, () => string> = {
    'newest page': () => '/manage/policies',
    'by e-mail': () => `/manage/policies?email=person${any(policies)}@example.com`,
    'by number': () => `/manage/policies?number=BEN-${String(any(policies)).padStart(8, '0')}`,
    'by last name': () => `/manage/policies?name=name${any(50_000)}`,
    'by the first letters of a name': () => `/manage/policies?name=name${any(9) + 1}`,
    'by a common status': () => '/manage/policies?status=paid',
    'by a rare status': () => '/manage/policies?status=cancelled',
    'by status and product': () =>
      `/manage/policies?status=paid&product_id=${demo.products['cyber']?.product_id}`,
    'by day': () =>
      `/manage/policies?created_from=2025-0${any(9) + 1}-10&created_until=2025-0${any(9) + 1}-20`,
    'a page deep in the book': () => `/manage/policies?starting_after=${idOf(any(policies))}`,
  }
  process.stdout.write(
    `${policies} policies, ${requestsPerSearch} requests each, ${atOnce} at once\n`,
  )
  for (const [name, url] of Object.entries(searches)) {
    const times = await measure(async () => {
      const answer = await app.inject({ url: url(), headers })
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
    })
    process.stdout.write(
      `${name.padEnd(34)} p50 ${at(times, 0.5)} ms   p99 ${at(times, 0.99)} ms\n`,
    )
  }
  await app.close()
} finally {
  await platform.close()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Ids count milliseconds from the start of 2025, one policy every half minute. */
function idOf(n: number): string {
  const millis = Date.UTC(2025, 0, 1) + n * 30_000
  return `tpol_${millis.toString(16).padStart(12, '0')}${'0'.repeat(16)}`
}

/** A synthetic book on the demo's accounts, written by the database itself from one real policy's shape. */
async function loadBook(count: number): Promise<void> {
  const started = performance.now()
  await platform.db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`)
    await tx.query(sql`
      insert into policies (id, version_id, status, livemode, insurer_id, distributor_id, product_id,
        product_version_id, item_id, plan_id, integration_id, integration_version_id, customer_id,
        quote_id, insurer_policy_id, first_name, last_name, email, language, currency, time_zone,
        flow, gross_payment_amount, data, quote, metadata, media, payment_token, asset_token,
        contains_sensitive_data, start_day, offer_expires_at, created_at, issued_at)
      select 'tpol_' || lpad(to_hex(1735689600000 + n::bigint * 30000), 12, '0') || repeat('0', 16),
        'tpv_' || lpad(to_hex(n), 28, '0'), case when n % 1000 = 0 then 'cancelled' else 'paid' end,
        false, p.insurer_id, i.distributor_id, p.id, p.live_version_id, 'ins_', 'pp_', i.id,
        i.live_version_id, 'tcu_', 'qu_', 'BEN-' || lpad(n::text, 8, '0'), 'First' || n % 97,
        'Name' || n::bigint * 48271 % 50000, 'person' || n || '@example.com', 'en', 'eur', 'Europe/Berlin',
        'standard', 10000, '{}', '{}', '{}', '[]', 'token', 'token', false, date '2025-01-01',
        now(), to_timestamp(1735689600 + n::bigint * 30), to_timestamp(1735689600 + n::bigint * 30)
      from generate_series(0, ${count - 1}::int) as n,
        (select * from products order by key desc limit 1) as p,
        lateral (select * from integrations where product_id = p.id order by key desc limit 1) as i`)
  })
  await platform.db.query(sql`analyze policies`)
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`loaded ${count} policies in ${seconds.toFixed(1)} s\n`)
}

async function measure(request: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  let left = requestsPerSearch
  const worker = async () => {
    while (left-- > 0) {
      const started = performance.now()
      await request()
      times.push(performance.now() - started)
    }
  }
  for (let warm = 0; warm < 10; warm++) await request()
  await Promise.all(Array.from({ length: atOnce }, worker))
  return times.sort((a, b) => a - b)
}

function at(times: readonly number[], quantile: number): string {
  const time = times[Math.min(times.length - 1, Math.floor(times.length * quantile))] ?? 0
  return time.toFixed(1).padStart(6)
}
