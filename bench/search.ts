import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@bindery/sdk'
import type { DemoFile } from '@bindery/server/src/demo/index.ts'
import { openPlainClient } from './plain-client.ts'
import { startServer } from './start-server.ts'
import { loadSyntheticPortfolio, outdate } from './synthetic-portfolio.ts'

/**
 * How long management's searches take on a large portfolio, over HTTP, and how long a push takes:
 * node bench/search.ts [policies]
 */
const policies = Number(process.argv[2] ?? 1_000_000)
const requestsPerSearch = 500
const warmUpRequests = 50
const atOnce = 4
/** What a midnight leaves in a large portfolio, until the run over what is due has been through it. */
const outdatedRows = 10_000
const pushes = 5
const p99MsMax = 30
const pushSecondsMax = 2

const server = await startServer(null)
try {
  const { base_url: baseUrl, insurer } = server.demo
  const client = createClient({ baseUrl, secretKey: insurer.test.secret, timeoutMs: 120_000 })
  const started = performance.now()
  await loadSyntheticPortfolio(server.database, policies)
  print(`loaded ${policies} policies in ${secondsSince(started)} s`)
  await measureSearches(baseUrl, server.demo, () => true)
  // No job writes down what these rows should say.
  await server.work(false)
  await outdate(server.database, outdatedRows)
  print(`${outdatedRows} rows no longer say what holds`)
  await measureSearches(baseUrl, server.demo, (name) => /e-mail|name|status/.test(name))
  await server.work(true)
  await measurePushes(client)
} finally {
  await server.stop()
}

/** Names, numbers, days and pages differ from request to request, as people do. */
function searches({ products }: DemoFile): Record<string, () => string> {
  const any = (max: number) => Math.floor(Math.random() * max)
  const idOf = (prefix: string, n: number, zeros: number) => {
    const millis = Date.UTC(2000, 0, 1) + n * 30_000
    return `${prefix}${millis.toString(16).padStart(12, '0')}${'0'.repeat(zeros)}`
  }
  const day = () =>
    new Date(Date.UTC(2000, 0, 1) + any(policies) * 30_000).toISOString().slice(0, 10)
  const product = products['cyber']?.product_id ?? ''
  const policy = () => idOf('tpol_', any(policies), 16)
  return {
    'policies: newest': () => 'policies',
    'policies: by id': () => `policies?id=${policy()}`,
    'policies: by e-mail': () => `policies?email=person${any(policies)}@example.com`,
    'policies: by number': () => `policies?number=BEN-${String(any(policies)).padStart(8, '0')}`,
    'policies: by last name': () => `policies?name=name${any(50_000)}`,
    'policies: by first and last name': () => `policies?name=first${any(97)}%20name${any(500)}`,
    'policies: by first letters': () => `policies?name=name${any(9) + 1}`,
    'policies: by a common status': () => 'policies?status=paid',
    'policies: by a rarer status': () => 'policies?status=cancelled',
    'policies: by a status none has': () => 'policies?status=ready',
    'policies: by status and product': () => `policies?status=paid&product_id=${product}`,
    'policies: by product nobody sold': () => 'policies?product_id=pr_0',
    'policies: by day': () => {
      const on = day()
      return `policies?created_from=${on}&created_until=${on}`
    },
    'policies: by day, status, product': () => {
      const on = day()
      return `policies?created_from=${on}&created_until=${on}&status=cancelled&product_id=${product}`
    },
    'policies: deep page': () => `policies?starting_after=${policy()}`,
    'offers: newest': () => 'offers',
    'offers: by a status none has': () => 'offers?status=paid',
    'offers: by a status of policies too': () => 'offers?status=expired',
    'policies: by a status of offers too': () => 'policies?status=expired',
    'policies: by distributor': () => `policies?distributor_id=acc_0`,
    'offers: by last name': () => `offers?name=name${any(50_000)}`,
    'offers: deep page': () => `offers?starting_after=${policy()}`,
    'payments: newest': () => 'payments',
    'payments: by status': () => 'payments?status=ok',
    'payments: by a status none has': () => 'payments?status=failed',
    'payments: by distributor': () => 'payments?distributor_id=acc_0',
    'payments: by policy': () => `payments?policy_id=${policy()}`,
    'payments: by product': () => `payments?product_id=${product}`,
    'payments: by product nobody sold': () => 'payments?product_id=pr_0',
    'payments: by e-mail': () => `payments?email=person${any(policies)}@example.com`,
    'payments: by number': () => `payments?number=BEN-${String(any(policies)).padStart(8, '0')}`,
    'payments: by last name': () => `payments?name=name${any(50_000)}`,
    'payments: by first and last name': () => `payments?name=first${any(97)}%20name${any(500)}`,
    'payments: by first letters': () => `payments?name=name${any(9) + 1}`,
    'payments: deep page': () => `payments?starting_after=${idOf('t', any(policies), 20)}`,
    'quotes: newest': () => 'quotes',
    'quotes: by product': () => `quotes?product_id=${product}`,
    'quotes: by product nobody quoted': () => 'quotes?product_id=pr_0',
    'quotes: by day': () => `quotes?created_until=${day()}`,
    'quotes: deep page': () => `quotes?starting_after=${idOf('qu_', any(policies), 16)}`,
    'history of a policy': () => `policies/${policy()}/history`,
  }
}

async function measureSearches(
  baseUrl: string,
  demo: DemoFile,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const headers = { authorization: `Bearer ${demo.insurer.test.secret}` }
  const client = openPlainClient(new URL(baseUrl), { connections: atOnce, headers })
  print(`${requestsPerSearch} requests each, ${atOnce} at once; wanted: p99 under ${p99MsMax} ms`)
  for (const [name, search] of Object.entries(searches(demo))) {
    if (!isWanted(name)) continue
    const ask = () => client.get(`/manage/${search()}`)
    for (let warm = 0; warm < warmUpRequests; warm += 1) await ask()
    const times = await measure(ask)
    const p99 = at(times, 0.99)
    const mark = p99 < p99MsMax ? '' : '   too slow'
    print(`${name.padEnd(36)} p50 ${show(at(times, 0.5))} ms   p99 ${show(p99)} ms${mark}`)
  }
  client.close()
}

async function measure(request: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let left = requestsPerSearch
  const worker = async () => {
    while (left-- > 0) {
      const started = performance.now()
      await request()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return times.sort((a, b) => a - b)
}

/** Each with a note that differs, so that each makes a version. */
async function measurePushes(client: Client): Promise<void> {
  const folder = fileURLToPath(new URL('../examples/cyber/', import.meta.url))
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const file of names.filter((one) => one.isFile() && !one.name.startsWith('.'))) {
    const path = join(file.parentPath, file.name)
    files[path.slice(folder.length)] = (await readFile(path)).toString('base64')
  }
  const times: number[] = []
  for (let round = 0; round < pushes; round += 1) {
    const note = Buffer.from(`push ${round}`).toString('base64')
    const started = performance.now()
    const pushed = await client.manage.products.push({ ...files, 'notes.txt': note })
    times.push((performance.now() - started) / 1000)
    if (!pushed.is_new) throw new Error('the push made no version')
  }
  const shown = times.map((seconds) => seconds.toFixed(2)).join(', ')
  print(`pushes of the cyber example: ${shown} s (wanted: under ${pushSecondsMax} s)`)
}

function at(times: readonly number[], quantile: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * quantile))] ?? 0
}

function show(milliseconds: number): string {
  return milliseconds.toFixed(1).padStart(6)
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
