import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, type Impact, createClient } from '@bindery/sdk'
import { readProductFolder } from '@bindery/server/src/products/index.ts'
import { plainBikePrice } from '@bindery/server/test/builders/bike-tariff.ts'
import { dearerChanges, dearerTariff } from '@bindery/server/test/builders/impacts.ts'
import { answersOf, loadPricedPortfolio, numberOf } from './priced-portfolio.ts'
import { measureQuotesBeside } from './quotes-beside-impact.ts'
import { settle } from './settle.ts'
import { type BenchServer, startServer } from './start-server.ts'

/**
 * How fast a portfolio is priced by a draft, whether every row is right, and what quotes beside it cost:
 * node bench/impact.ts [policies] [seconds of a turn] [quotes, for these alone]
 */
const policies = Number(process.argv[2] ?? 1_000_000)
const seconds = Number(process.argv[3] ?? 60)
const areQuotesAlone = process.argv[4] === 'quotes'
const perSecondMin = 10_000
const p99RatioMax = 1.25

const server = await startServer(null)
try {
  const { base_url: baseUrl, insurer } = server.demo
  const client = createClient({ baseUrl, secretKey: insurer.test.secret, timeoutMs: 120_000 })
  const loadedMs = await timed(() => load(server, client))
  print(`loaded ${policies} policies in ${(loadedMs / 1000).toFixed(0)} s`)
  await settle(server.database)
  const draft = await pushDraft(client)
  if (!areQuotesAlone) {
    await measurePace(client, draft, false)
    await measurePace(client, draft, true)
  }
  await measureQuotes(server, client, draft)
} finally {
  await server.stop()
}

async function load({ demo, database }: BenchServer, client: Client): Promise<void> {
  const product = await client.manage.products.get('bike')
  const planOf = (key: string) => product.payment_plans.find((plan) => plan.key === key)?.id ?? ''
  await loadPricedPortfolio(
    database,
    {
      productId: product.id,
      itemId: demo.products['bike']?.item_id ?? '',
      integrationId: demo.products['bike']?.integration_id ?? '',
      plans: { once: planOf('once'), monthly: planOf('monthly') },
    },
    policies,
  )
}

async function pushDraft(client: Client): Promise<string> {
  const folder = fileURLToPath(new URL('../examples/bike/', import.meta.url))
  const files = Object.fromEntries(
    [...(await readProductFolder(folder))]
      .filter(([path]) => !/^(tests|documents)\/|^checkout\.yaml$/.test(path))
      .map(([path, content]) => {
        const change = dearerChanges[path]
        const text = Buffer.from(content)
        return [
          path,
          (change === undefined ? text : Buffer.from(change(text.toString()))).toString('base64'),
        ]
      }),
  )
  return (await client.manage.products.push(files)).product_version_id
}

async function measurePace(client: Client, draft: string, hasShares: boolean): Promise<void> {
  const startedMs = performance.now()
  let impact = await client.manage.impacts.ask({ product_version_id: draft, shares: hasShares })
  while (impact.status === 'queued' || impact.status === 'running') {
    await pause(100)
    impact = await client.manage.impacts.show(impact.id)
  }
  if (impact.status !== 'done') throw new Error(`the impact is ${impact.status}: ${impact.failure}`)
  if (impact.total !== policies) throw new Error(`${impact.total} were counted, not ${policies}`)
  const perSecond = impact.done / ((performance.now() - startedMs) / 1000)
  const mark = perSecond >= perSecondMin ? '' : `   wanted: ${perSecondMin}`
  print(
    `${impact.done} policies${hasShares ? ' with shares' : ''}, ${perSecond.toFixed(0)} a second${mark}`,
  )
  print(`${await checkRows(client, impact)} rows are what a clerk works out`)
}

/** Every row against the tariff as it is worked out with whole numbers. */
async function checkRows(client: Client, { id }: Impact): Promise<number> {
  let [rest, checked] = ['', 0]
  const check = (line: string) => {
    const [, name = '', , , , , before, after, , , outcome] = line.split(',')
    if (!name.startsWith('BIKE-')) return
    const price = plainBikePrice(dearerTariff, answersOf(numberOf(name)))
    const expected = price.outcome === 'priced' ? String(price.premium) : ''
    if (outcome !== price.outcome || after !== expected || before === '') {
      throw new Error(`${line} is wrong: ${JSON.stringify(price)}`)
    }
    checked += 1
  }
  for await (const chunk of client.manage.impacts.rows(id)) {
    const lines = (rest + Buffer.from(chunk).toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) check(line)
  }
  return checked
}

async function measureQuotes(at: BenchServer, client: Client, draft: string): Promise<void> {
  const seen = await measureQuotesBeside(at, client, draft, seconds)
  const ms = (value: number) => value.toFixed(1)
  for (const [name, { p50Ms, p99Ms, p99sMs }] of [
    ['without an impact', seen.without],
    ['beside one', seen.beside],
  ] as const) {
    const spread = p99sMs.toSorted((a, b) => a - b).map(ms)
    print(`${name}: p50 ${ms(p50Ms)} ms, p99 ${ms(p99Ms)} ms; of turns ${spread.join(', ')}`)
  }
  const ratio = seen.beside.p99Ms / seen.without.p99Ms
  const mark = ratio <= p99RatioMax ? '' : `   wanted: ${p99RatioMax}`
  print(
    `quotes at ${seen.perSecond.toFixed(0)} a second, while ${seen.pricedPerSecond.toFixed(0)} policies ` +
      `a second are priced: p99 ${ratio.toFixed(2)} times as long${mark}`,
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
