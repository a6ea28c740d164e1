import { setTimeout as sleep } from 'node:timers/promises'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { connected } from './bare/start.ts'
import { dropDocuments } from './contestant.ts'
import { type Stopwatch, runLoad, runPaced } from './load.ts'
import { type PlainReceiver, openPlainReceiver } from './plain-receiver.ts'
import { parentOf, processorMsOf } from './processor-time.ts'
import { openSeller } from './seller.ts'
import { sell } from './stages.ts'
import { startServer } from './start-server.ts'
import { type BenchWorker, startWorker } from './start-worker.ts'

/**
 * How long an event takes to its receiver beside sales, also while another receiver hangs, and how a
 * backlog is worked off: node bench/webhooks.ts [sales a second] [seconds] [deliveries that wait].
 * Load generator, receivers, server and PostgreSQL share the machine. One that cannot sell as much as
 * is asked for sells at the part of its ceiling that it can keep up, and says so: less where the server
 * delivers the events of the sales as well, more where a worker in a process of its own does.
 */
const salesPerSecond = Number(process.argv[2] ?? 300)
const seconds = Number(process.argv[3] ?? 20)
const backlog = Number(process.argv[4] ?? 1_000_000)
const sellers = 64
const ceilingSeconds = 6
/** Of the ceiling, with all in one process: beyond it those who come at their own pace only queue. */
const partKeptUp = 0.5
/** The same, where a process of its own runs the jobs and delivers the events. */
const partKeptUpBesideWorker = 0.95
const settleMs = 3_000
const lookEveryMs = 5_000
const giveUpMs = 60_000
/** The events of one policy are delivered in order, so a backlog is of many policies. */
const thingsInBacklog = 50_000
const eventsPerTransaction = 10_000

const server = await startServer(null)
const databasePid = await findDatabase()
try {
  if (seconds > 0) await sellAndReport()
  if (backlog > 0) await runBacklog()
} finally {
  await server.stop()
}

async function sellAndReport(): Promise<void> {
  const ceiling = await findCeiling()
  const receiver = await openPlainReceiver()
  const webhookId = await createWebhook(receiver.url)
  const together = paceOf(ceiling, partKeptUp)
  await sellBeside('one receiver', together, receiver)
  const hanging = await openPlainReceiver(true)
  const hung = await createWebhook(hanging.url)
  await sellBeside('and one that hangs', together, receiver)
  await manage(`/${hung}/delete`, 'POST', {})
  await hanging.close()
  await server.work(false)
  const worker = await startWorker(server.database)
  await sellBeside('a worker beside it', paceOf(ceiling, partKeptUpBesideWorker), receiver, worker)
  await worker.stop()
  await server.work(true)
  await manage(`/${webhookId}/delete`, 'POST', {})
  await receiver.close()
}

/** What the machine sells without any webhook. */
async function findCeiling(): Promise<number> {
  const seller = openSeller(server.demo, 'cyber', sellers)
  const load = { workers: sellers, work: (watch: Stopwatch) => sell(seller, watch) }
  await runLoad({ name: 'warming up', seconds: 4, ...load })
  const before = await usedMs()
  const [ceiling] = await runLoad({ name: 'ceiling', seconds: ceilingSeconds, ...load })
  print(
    `without webhooks: ${Math.round(ceiling.perSecond)} sales a second at most, ${costs(before, await usedMs(), ceiling.done)}`,
  )
  await seller.close()
  await settle()
  return ceiling.perSecond
}

function paceOf(ceiling: number, part: number): number {
  const pace = Math.round(Math.min(salesPerSecond, ceiling * part))
  if (pace < salesPerSecond)
    print(`${salesPerSecond} a second are more than it can keep up: ${pace} are sold`)
  return pace
}

/** The documents of sales that are over must not be made beside those that are measured. */
async function settle(): Promise<void> {
  await dropDocuments(server.database)
  await sleep(settleMs)
}

interface Used {
  readonly server: number
  readonly worker: number
  readonly database: number
  readonly bench: number
}

async function usedMs(worker: BenchWorker | null = null): Promise<Used> {
  const { user, system } = process.cpuUsage()
  const { cpuMs } = await server.use()
  const database = databasePid === null ? null : processorMsOf(databasePid)
  const workerMs = (await worker?.use())?.cpuMs ?? 0
  return {
    server: cpuMs,
    worker: workerMs,
    database: database ?? Number.NaN,
    bench: (user + system) / 1000,
  }
}

/** Processor time for each sale: what of it is the load generator's and the receivers' own. */
function costs(before: Used, after: Used, sales: number): string {
  const each = (who: keyof Used) => `${((after[who] - before[who]) / sales).toFixed(2)} ms ${who}`
  return `for each ${each('server')}, ${each('worker')}, ${each('database')}, ${each('bench')}`
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

async function sellBeside(
  name: string,
  perSecond: number,
  receiver: PlainReceiver,
  worker: BenchWorker | null = null,
): Promise<void> {
  const seller = openSeller(server.demo, 'cyber', sellers)
  const answeredAtMs = new Map<string, number>()
  const work = async (stopwatch: Stopwatch) => {
    answeredAtMs.set(await sell(seller, stopwatch), Date.now())
  }
  await runPaced({ name: 'warming up', seconds: 3, perSecond, work })
  await settle()
  receiver.latenciesMs.length = 0
  receiver.issuedAtMs.clear()
  const before = await usedMs(worker)
  const [sales] = await runPaced({ name, seconds, perSecond, work })
  await sleep(1_000)
  const after = await usedMs(worker)
  await seller.close()
  const afterAnswer = [...receiver.issuedAtMs].flatMap(([id, atMs]) => {
    const answeredMs = answeredAtMs.get(id)
    return answeredMs === undefined ? [] : [atMs - answeredMs]
  })
  print(
    `${name}: ${Math.round(sales.perSecond)} sales a second (p50 ${Math.round(sales.p50Ms)} ms), ` +
      `${receiver.latenciesMs.length} messages, event to delivery ${spread(receiver.latenciesMs)}; ` +
      `delivered an event of a sale after its answer ${spread(afterAnswer)}; ${costs(before, after, sales.done)}`,
  )
}

function spread(timesMs: readonly number[]): string {
  const sorted = timesMs.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`
}

/** An endpoint that was disabled while all that happened is enabled again. */
async function runBacklog(): Promise<void> {
  const receiver = await openPlainReceiver()
  const id = await createWebhook(receiver.url, { events: ['product.pushed'] })
  await manage(`/${id}`, 'PATCH', { status: 'disabled' })
  const seededMs = performance.now()
  await insertEvents()
  print(`${backlog} events in ${Math.round((performance.now() - seededMs) / 1000)} s`)
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
    if (performance.now() - progressMs > giveUpMs) throw new Error('nothing more is delivered')
    before = receiver.received
    rates.push(perSecond)
    memories.push(megabytes(rss))
    print(
      `  ${before} delivered, ${perSecond} a second; ${megabytes(rss)} MB, heap ${megabytes(heapUsed)} MB`,
    )
  }
  const tookMs = performance.now() - begunMs
  // The first and the last look fall into the middle of something.
  const [whole, resident] = [rates.slice(1, -1), memories.slice(1, -1)]
  const tenth = Math.max(1, Math.round(whole.length / 10))
  print(
    `a backlog of ${backlog}: ${Math.round((backlog * 1000) / tookMs)} a second; ` +
      `${mean(whole.slice(0, tenth))} in the first tenth, ${mean(whole.slice(-tenth))} in the last; ` +
      `from ${Math.min(...resident)} to ${Math.max(...resident)} MB, ${resident.at(-1)} at the end`,
  )
  await receiver.close()
}

/** As it gathers: in many transactions. */
function insertEvents(): Promise<void> {
  return connected({ ...server.database, user: superuser }, async (client) => {
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
    // What has gathered for long has its positions and its links.
    const isThere = `select (select position from evidence_end) >= $1::bigint as "isThere"`
    for (let all = false; !all; await sleep(all ? 0 : 500)) {
      const { rows } = await client.query<{ isThere: boolean }>(isThere, [backlog])
      all = rows[0]?.isThere === true
    }
  })
}

function findDatabase(): Promise<number | null> {
  return connected(server.database, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0] === undefined ? null : parentOf(rows[0].pid)
  })
}

function mean(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
