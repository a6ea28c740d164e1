import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type CreateOffer, createClient } from '@bindery/sdk'
import { selectJobDue } from '@bindery/server/test/support/queue.ts'
import pg from 'pg'
import { runPaced } from './load.ts'
import { parentOf, processorMsOf } from './processor-time.ts'
import { openSeller } from './seller.ts'
import { type BenchServer, startServer } from './start-server.ts'
import { untilPriced } from './until-priced.ts'

/**
 * How fast a test clock is advanced by a year, with policies on it that are paid monthly by card:
 * all with the same first day, with first days spread over a month, and with sales and views beside
 * them. Each instalment is invoiced, collected from the sandbox, settled and numbered.
 *
 * node bench/clock.ts [policies, such as 30,100] [another checkout to measure] [folder for a profile]
 */
const sizes = (process.argv[2] ?? '30,100').split(',').map(Number)
const checkout = process.argv[3] ?? ''
const profile = process.argv[4] ?? null
const salesPerSecond = 10
const sellersAtOnce = 8
const betweenLooksMs = 100

const soldAt = '2031-01-01T09:00:00Z'
const target = '2032-01-31T09:00:00Z'
/** One first day for all, or those of a month in turn. */
const firstDays = {
  'one first day': () => '2031-02-01',
  'spread first days': (n: number) => `2031-02-${String(1 + (n % 28)).padStart(2, '0')}`,
} as const

const server = await startServer(profile, checkout === '' ? undefined : checkout)
const client = createClient({
  baseUrl: server.demo.base_url,
  secretKey: server.demo.insurer.test.secret,
  timeoutMs: 120_000,
})
const database = new pg.Client(server.database)
try {
  await database.connect()
  await untilPriced(() => portfolioOnClock(client, 1, firstDays['one first day']))
  await advanceFor('first, to warm up', 10, firstDays['one first day'])
  for (const size of sizes) {
    for (const [name, dayOf] of Object.entries(firstDays)) {
      await advanceFor(`${size} policies, ${name}`, size, dayOf)
    }
    await untilCalm()
    await besideSales(server, () =>
      advanceFor(`${size} policies, beside sales`, size, firstDays['spread first days'], false),
    )
  }
} finally {
  await database.end()
  await server.stop()
}

async function advanceFor(
  name: string,
  size: number,
  dayOf: (n: number) => string,
  isAlone = true,
): Promise<void> {
  const clockId = await portfolioOnClock(client, size, dayOf)
  if (isAlone) await untilCalm()
  const [before, settledBefore] = [await useOf(), await settledCount()]
  const begunMs = performance.now()
  await client.manage.clocks.advance(clockId, { to: target })
  for (;;) {
    const { status, failure } = await client.manage.clocks.show(clockId)
    if (status === 'ready') break
    if (status === 'failed') throw new Error(`the clock failed: ${failure}`)
    await sleep(betweenLooksMs)
  }
  const seconds = (performance.now() - begunMs) / 1000
  const after = await useOf()
  const done = (await settledCount()) - settledBefore
  const each = (part: keyof Use) => ((after[part] - before[part]) / done).toFixed(1)
  print(
    `${name}: ${done} instalments in ${seconds.toFixed(1)} s: ${Math.round(done / seconds)} a ` +
      `second; each took ${each('statements')} statements, ${each('cpuMs')} ms of the server and ` +
      `${each('databaseMs')} ms of the database`,
  )
}

/** Sells policies on a new clock, some at once. */
async function portfolioOnClock(
  seller: Client,
  size: number,
  dayOf: (n: number) => string,
): Promise<string> {
  const clock = await seller.manage.clocks.create({ at: soldAt })
  const product = server.demo.products['bike']
  if (product === undefined) throw new Error('the example product bike is missing')
  const { payment_plans: plans } = await seller.manage.products.get('bike')
  const plan = plans.find(({ key }) => key === 'monthly')
  if (plan === undefined) throw new Error('bike has no monthly plan')
  const { quote: answers, policy, item_id, integration_id } = product
  let next = 0
  const sell = async () => {
    for (let n = next++; n < size; n = next++) {
      const days = { start_date: dayOf(n), purchase_date: '2031-01-01', payment: 'monthly' }
      const quote = await seller.quotes.create(
        { item_id, integration_id, subscription_plan_id: plan.id, data: { ...answers, ...days } },
        { testClock: clock.id },
      )
      const asked = { ...policy, quote_token: quote.token } as unknown as CreateOffer // The product's own example.
      const offer = await seller.offers.create(asked)
      await seller.payments.create({
        token: offer.payment_token,
        policy_id: offer.id,
        provider: 'sandbox',
        method: 'card',
        sandbox: { mandate: 'ok' },
      })
    }
  }
  await Promise.all(Array.from({ length: sellersAtOnce }, sell))
  return clock.id
}

/** Customers who buy and look at what they bought, until the work is done. */
async function besideSales({ demo }: BenchServer, work: () => Promise<void>): Promise<void> {
  const seller = openSeller(demo, 'cyber', sellersAtOnce)
  const isOver = { now: false }
  await untilPriced(() => seller.quote())
  const selling = async () => {
    while (!isOver.now) {
      const [sales] = await runPaced({
        name: 'sales',
        seconds: 1,
        perSecond: salesPerSecond,
        work: async () => {
          const offer = await seller.offer((await seller.quote()).token)
          await seller.pay(offer)
          await seller.look(offer.id)
        },
      })
      if (sales.errors > 0) throw new Error(`a sale failed: ${sales.firstError}`)
    }
  }
  try {
    const all = selling()
    await work().finally(() => (isOver.now = true))
    await all
  } finally {
    await seller.close()
  }
}

interface Use {
  readonly statements: number
  readonly cpuMs: number
  readonly databaseMs: number
}

async function useOf(): Promise<Use> {
  const { statements, cpuMs } = await server.use()
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const databaseMs = (postmaster === null ? null : processorMsOf(postmaster)) ?? Number.NaN
  return { statements, cpuMs, databaseMs }
}

/** Until the mails and documents of what was done before are made, which no clock waits for. */
async function untilCalm(): Promise<void> {
  for (;;) {
    const { rows: jobs } = await database.query(selectJobDue)
    const { rows: mails } = await database.query(
      `select from mails where state = 'waiting' limit 1`,
    )
    if (jobs.length === 0 && mails.length === 0) return
    await sleep(betweenLooksMs)
  }
}

async function settledCount(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from invoices where kind = 'instalment' and state = 'settled'`,
  )
  return rows[0]?.count ?? 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
