import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runPaced } from './load.ts'
import { openSeller } from './seller.ts'
import { sell } from './stages.ts'
import { startServer } from './start-server.ts'

/**
 * How long an event takes to its receiver beside sales, also while another receiver hangs, and how a
 * backlog is worked off: node bench/webhooks.ts [sales a second] [seconds] [deliveries that wait]
 */
const salesPerSecond = Number(process.argv[2] ?? 300)
const seconds = Number(process.argv[3] ?? 20)
const backlog = Number(process.argv[4] ?? 1_000_000)
const sellers = 16
const lookEveryMs = 5_000
const giveUpMs = 60_000
/** What happens to one thing is told in order, so a backlog is of many things. */
const thingsInBacklog = 50_000
const eventsPerTransaction = 1_000

const server = await startServer(null)
try {
  const receiver = await openReceiver()
  const told = await createWebhook(receiver.url)
  await sellBeside('one receiver', receiver)
  const hanging = await openReceiver(true)
  const hung = await createWebhook(hanging.url)
  await sellBeside('and one that hangs', receiver)
  for (const id of [told, hung]) await manage(`/${id}/delete`, 'POST', {})
  await hanging.close()
  await receiver.close()
  if (backlog > 0) await workOffBacklog()
} finally {
  await server.stop()
}

interface Receiver {
  readonly url: string
  /** From when an event was told to have happened until it was here. */
  readonly latenciesMs: number[]
  received: number
  close(): Promise<void>
}

/** Ids begin with the millisecond in which they were minted, on this machine's clock. */
async function openReceiver(hangs = false): Promise<Receiver> {
  const http = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    const mintedMs = Number.parseInt(id.slice('evt_'.length, 'evt_'.length + 12), 16)
    receiver.latenciesMs.push(Date.now() - mintedMs)
    receiver.received += 1
    request.resume()
    if (!hangs) response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const { port } = http.address() as AddressInfo // It listens on a port.
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    latenciesMs: [],
    received: 0,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return receiver
}

async function manage(path: string, method: string, body: object): Promise<{ id: string }> {
  const { demo } = server
  const response = await fetch(`${demo.base_url}/manage/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.insurer.test.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as { id: string } // As it is documented.
}

async function createWebhook(url: string, more = {}): Promise<string> {
  return (await manage('', 'POST', { url, ...more })).id
}

async function sellBeside(name: string, receiver: Receiver): Promise<void> {
  const seller = openSeller(server.demo, 'cyber', sellers)
  const work = (stopwatch: Parameters<typeof sell>[1]) => sell(seller, stopwatch)
  await runPaced({ name: 'warming up', seconds: 3, perSecond: salesPerSecond, work })
  await sleep(1_000)
  receiver.latenciesMs.length = 0
  const [sales] = await runPaced({ name, seconds, perSecond: salesPerSecond, work })
  await sleep(1_000)
  await seller.close()
  const sorted = receiver.latenciesMs.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
  print(
    `${name}: ${Math.round(sales.perSecond)} sales a second, ${sorted.length} messages, event to ` +
      `delivery p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`,
  )
}

/** An endpoint that was disabled while all that happened is enabled again. */
async function workOffBacklog(): Promise<void> {
  const receiver = await openReceiver()
  const id = await createWebhook(receiver.url, { events: ['product.pushed'] })
  await manage(`/${id}`, 'PATCH', { status: 'disabled' })
  await insertEvents()
  const begunMs = performance.now()
  await manage(`/${id}`, 'PATCH', { status: 'enabled' })
  const rates: number[] = []
  const memories: number[] = []
  let before = 0
  let progressMs = begunMs
  while (receiver.received < backlog) {
    const lookedMs = performance.now()
    await sleep(lookEveryMs)
    const { rss, heapUsed } = await server.memory('memory')
    const tookMs = performance.now() - lookedMs
    const perSecond = Math.round(((receiver.received - before) * 1000) / tookMs)
    if (receiver.received > before) progressMs = performance.now()
    if (performance.now() - progressMs > giveUpMs) throw new Error('nothing more is told')
    before = receiver.received
    rates.push(perSecond)
    memories.push(megabytes(rss))
    print(
      `  ${before} told, ${perSecond} a second; ${megabytes(rss)} MB, heap ${megabytes(heapUsed)} MB`,
    )
  }
  const tookMs = performance.now() - begunMs
  // The first and the last look fall into the middle of something.
  const [whole, resident] = [rates.slice(1, -1), memories.slice(1, -1)]
  print(
    `a backlog of ${backlog}: ${Math.round((backlog * 1000) / tookMs)} a second, in five seconds ` +
      `from ${Math.min(...whole)} to ${Math.max(...whole)}; from ${Math.min(...resident)} to ` +
      `${Math.max(...resident)} MB, ${resident.at(-1)} at the end`,
  )
  await receiver.close()
}

async function insertEvents(): Promise<void> {
  const client = new pg.Client(server.database)
  await client.connect()
  try {
    // As it gathers: in many transactions.
    for (let first = 1; first <= backlog; first += eventsPerTransaction) {
      await client.query(
        `insert into events (id, type, livemode, insurer_id, subject_id, data, created_at)
         select 'evt_' || lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0')
             || lpad(to_hex(n), 16, '0'),
           'product.pushed', false, (select id from accounts where kind = 'insurer' limit 1),
           'pr_' || n % $3::int, '{}', now()
         from generate_series($1::int, $2::int) as n`,
        [first, Math.min(first + eventsPerTransaction - 1, backlog), thingsInBacklog],
      )
    }
    await client.query('vacuum (analyze) events')
  } finally {
    await client.end()
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
