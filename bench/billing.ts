import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { billedPortfolio, instalmentsFallDue } from './billed-portfolio.ts'
import { type Measured, runPaced } from './load.ts'
import { median } from './median.ts'
import { parentOf, processorMsOf } from './processor-time.ts'
import { openSeller } from './seller.ts'
import { type BillingWorker, startBillingWorker } from './start-billing-worker.ts'
import { startServer } from './start-server.ts'

/**
 * How fast instalments are issued and collected that all fall due at once, each of another policy: by
 * two workers with the sandbox, alone, while a transaction is open elsewhere, and with sales and views
 * beside them, which have turns without them before and after. Each of these goes on for some seconds,
 * or until nothing is left.
 *
 * node bench/billing.ts [policies] [due] [seconds]
 *
 * A million policies, all of them due, is what a large insurer has: in its own hour with 3600 seconds.
 */
const policies = Number(process.argv[2] ?? 20_000)
const due = Number(process.argv[3] ?? policies)
const phaseSeconds = Number(process.argv[4] ?? 15)
const workersAtOnce = 2
const salesPerSecond = 10
const turnSeconds = 10
const turnsAtOnce = 3
const lookEveryMs = 1_000

const server = await startServer(null)
let workers: readonly BillingWorker[] = []
const client = new pg.Client(server.database)
try {
  await server.work(false)
  await client.connect()
  const begunMs = performance.now()
  await billedPortfolio(server.database, policies)
  await instalmentsFallDue(server.database, due)
  const seconds = Math.round((performance.now() - begunMs) / 1000)
  print(`a portfolio of ${policies} policies, of which ${due} are due, was made in ${seconds} s`)
  await begin('yielding')
  await measure('alone', forAWhile)
  await measure('with a transaction open elsewhere', async (isDrained) => {
    const idle = new pg.Client(server.database)
    await idle.connect()
    await idle.query('begin isolation level repeatable read')
    await idle.query('select count(*) from accounts')
    await forAWhile(isDrained)
    await idle.query('rollback')
    await idle.end()
  })
  await sell(turnSeconds) // Nobody is measured by the first sales of a server.
  const alone = [await sell(turnSeconds)]
  const beside = await measureBeside('with sales and views beside it')
  alone.push(await sell(turnSeconds))
  await begin('greedy')
  const besideGreedy = await measureBeside('the same, yielding to nobody')
  alone.push(await sell(turnSeconds))
  for (const step of ['sale', 'view']) {
    compare(step, alone, beside, '')
    compare(step, alone, besideGreedy, ' that yield to nobody')
  }
} finally {
  await client.end()
  await end()
  await server.stop()
}

async function begin(manner: 'yielding' | 'greedy'): Promise<void> {
  await end()
  const starting = Array.from({ length: workersAtOnce }, () =>
    startBillingWorker(server.database, manner),
  )
  workers = await Promise.all(starting)
}

async function end(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
}

async function forAWhile(isDrained: Promise<void>): Promise<void> {
  const over = new AbortController()
  const pause = sleep(phaseSeconds * 1000, undefined, { signal: over.signal }).catch(
    () => undefined,
  )
  await Promise.race([pause, isDrained])
  over.abort()
}

async function measureBeside(name: string): Promise<Turn[]> {
  const turns: Turn[] = []
  await measure(name, async (isDrained) => {
    for (let turn = 0; turn < turnsAtOnce; turn++) turns.push(await sell(turnSeconds, isDrained))
  })
  return turns
}

/** Shows how many of those that are due were issued and collected meanwhile. */
async function measure(
  name: string,
  meanwhile: (isDrained: Promise<void>) => Promise<void>,
): Promise<void> {
  const [before, counted] = [await useOf(), await count()]
  const begunMs = performance.now()
  for (const worker of workers) await worker.work(true)
  const memory: number[] = []
  const over = { isOver: false }
  const drained = untilDrained(memory, over)
  await meanwhile(drained)
  over.isOver = true
  await drained
  const seconds = (performance.now() - begunMs) / 1000
  const { issued, settled, numbered } = await count()
  await Promise.all(workers.map((worker) => worker.work(false)))
  const after = await useOf()
  const done = settled - counted.settled
  if (done === 0) throw new Error(`${name}: nothing was left to be collected; let more fall due`)
  const all = (await count()).settled - counted.settled
  const each = (part: keyof Use) => ((after[part] - before[part]) / Math.max(1, all)).toFixed(2)
  print(
    `${name}: ${issued - counted.issued} issued, ${done} collected in ${seconds.toFixed(1)} s: ` +
      `${Math.round(done / seconds)} a second; ${numbered - counted.numbered} got numbers; each took ` +
      `${each('statements')} statements, ${each('cpuMs')} ms of a worker and ` +
      `${each('databaseMs')} ms of the database; the workers had ${memoryReported(memory)}`,
  )
}

interface Use {
  readonly statements: number
  readonly cpuMs: number
  readonly databaseMs: number
}

async function useOf(): Promise<Use> {
  const uses = await Promise.all(workers.map((worker) => worker.use()))
  const sum = (part: 'statements' | 'cpuMs') => uses.reduce((all, use) => all + use[part], 0)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const database = parentOf(rows[0]?.pid ?? 0)
  const databaseMs = (database === null ? null : processorMsOf(database)) ?? Number.NaN
  return { statements: sum('statements'), cpuMs: sum('cpuMs'), databaseMs }
}

/** Looks until nothing is due any more and nothing is under way, or it is over. */
async function untilDrained(memory: number[], drain: { readonly isOver: boolean }): Promise<void> {
  while (!drain.isOver) {
    // From the end that is done last: what was done leaves traces that a look would go through.
    const { rows } = await client.query<{ isAny: boolean }>(`
      select coalesce(
        (select true from deadlines where done_at is null and clock_id is null and due_at <= now()
          order by due_at desc, policy_id desc limit 1),
        (select true from payments where ask_at is not null limit 1),
        exists (select from unnumbered_invoices)) as "isAny"`)
    if (rows[0]?.isAny !== true) return
    const uses = await Promise.all(workers.map((worker) => worker.memory()))
    memory.push(uses.reduce((sum, { rss }) => sum + rss, 0) / 2 ** 20)
    await sleep(lookEveryMs)
  }
}

async function count(): Promise<{ issued: number; settled: number; numbered: number }> {
  const { rows } = await client.query(`
    select count(*)::int as issued, (count(*) filter (where state = 'settled'))::int as settled,
      (select count(*)::int from invoice_numbers) as numbered
    from invoices where kind = 'instalment'`)
  return rows[0] as { issued: number; settled: number; numbered: number }
}

/** In quarters of the time, so that one sees whether it goes on growing. */
function memoryReported(samples: readonly number[]): string {
  const quarters = [0, 1, 2, 3].map((n) =>
    samples.slice((n * samples.length) / 4, ((n + 1) * samples.length) / 4),
  )
  return `${quarters.map((some) => Math.round(median(some))).join(', ')} MiB`
}

interface Turn {
  readonly steps: readonly Measured[]
  /** Whether all of it was beside the workers. */
  readonly isWhole: boolean
}

/** Customers who buy and look at what they bought, whatever else goes on. */
async function sell(seconds: number, isDrained?: Promise<void>): Promise<Turn> {
  const ended = { early: false }
  void isDrained?.then(() => (ended.early = true))
  const seller = openSeller(server.demo, 'cyber', 8)
  try {
    const [whole, ...steps] = await runPaced({
      name: 'all',
      seconds,
      perSecond: salesPerSecond,
      work: async (stopwatch) => {
        const offer = await stopwatch('sale', async () => {
          const { token } = await seller.quote()
          const made = await seller.offer(token)
          await seller.pay(made)
          return made
        })
        await stopwatch('view', () => seller.look(offer.id))
      },
    })
    if (whole.errors > 0) throw new Error(`a sale failed: ${whole.firstError}`)
    return { steps, isWhole: !ended.early }
  } finally {
    await seller.close()
  }
}

function compare(
  step: string,
  alone: readonly Turn[],
  beside: readonly Turn[],
  manner: string,
): void {
  const p50 = ({ steps }: Turn) => steps.find(({ name }) => name === step)?.p50Ms ?? Number.NaN
  const whole = beside.filter(({ isWhole }) => isWhole)
  const [without, withThem] = [median(alone.map(p50)), median(whole.map(p50))]
  const each = (turns: readonly Turn[]) => turns.map((turn) => p50(turn).toFixed(1)).join(', ')
  print(
    `${step}: p50 ${each(alone)} ms alone; ${each(whole)} ms beside instalments${manner}: ` +
      `${(withThem / without).toFixed(2)} of it`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
