import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Measured, runLoad } from './load.ts'
import { median } from './median.ts'
import { type Seller, openSeller } from './seller.ts'
import { startServer } from './start-server.ts'
import { sell } from './stages.ts'
import { untilPriced } from './until-priced.ts'

/**
 * What the life after the sale costs: changes from quote to active at eight connections, and views of
 * a policy with forty versions beside those of a new one, turn about: node bench/life.ts [seconds]
 */
const seconds = Number(process.argv[2] ?? 3)
const connections = 8
const turns = 5
const versions = 40

const server = await startServer(null)
const { demo } = server
const pool = new Pool(demo.base_url, { connections, pipelining: 1 })
const seller: Seller = openSeller(demo, 'cyber', connections)
const key = { authorization: `Bearer ${demo.insurer.test.secret}` }
const media = (version: number) => `application/vnd.${demo.vendor}.v${version}+json`
try {
  await untilPriced(() => seller.quote())
  await measureChanges()
  await measureViews()
} finally {
  await Promise.all([pool.close(), seller.close()])
  await server.stop()
}

/** Each of a policy of its own, which is sold before the clock runs; deductibles rise, so that they hold at once. */
async function measureChanges(): Promise<void> {
  const sold: string[] = []
  const deductibles = new Map<string, number>()
  while (sold.length < 50 * connections) {
    sold.push(...(await Promise.all(Array.from({ length: connections }, sellOne))))
  }
  let next = 0
  const [changes, ...parts] = await runLoad({
    name: 'changes',
    seconds,
    workers: connections,
    work: async (stopwatch) => {
      const id = sold[next++ % sold.length] ?? ''
      const deductible = (deductibles.get(id) ?? 0) === 0 ? 1_000_000 : 500_000
      deductibles.set(id, deductible === 1_000_000 ? 1 : 0)
      const token = await stopwatch('quote', () => quoteEndorsement(id, deductible))
      await stopwatch('request until active', () => change(id, { quote_token: token }))
    },
  })
  for (const one of [changes, ...parts]) print(lineOf(one))
}

async function measureViews(): Promise<void> {
  const fresh = await sellOne()
  const old = await sellOne()
  for (let n = 2; n <= versions; n++) await change(old, { data: { company_city: `Town ${n}` } })
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  for (const [name, query] of [
    ['view', ''],
    ['as of a day', `?as_of=${day}`],
  ] as const) {
    const taken: { fresh: Measured; old: Measured }[] = []
    const look = async (id: string) => {
      const work = () => send('GET', `/policies/${id}${query}`, null, {})
      const [measured] = await runLoad({ name, seconds: 1, workers: connections, work })
      return measured
    }
    while (taken.length < turns) taken.push({ fresh: await look(fresh), old: await look(old) })
    const ratio =
      median(taken.map((one) => one.old.p50Ms)) / median(taken.map((one) => one.fresh.p50Ms))
    print(
      `${name}: p50 of a policy with ${versions} versions at ${ratio.toFixed(2)} of a new one's; ` +
        lineOf(taken[0]?.old),
    )
  }
}

function sellOne(): Promise<string> {
  return sell(seller, (_, step) => step())
}

async function quoteEndorsement(policyId: string, deductible: number): Promise<string> {
  const body = { policy_id: policyId, data: { deductible } }
  const { token } = await send<{ token: string }>('POST', '/quotes', body, { accept: media(3) })
  return token
}

/** Requests an endorsement and asks until it is active. */
async function change(policyId: string, endorsement: object): Promise<void> {
  const { version_id: seen } = await send<{ version_id: string }>(
    'GET',
    `/policies/${policyId}`,
    null,
    {},
  )
  const headers = { accept: media(2), 'if-match': seen }
  const { _links: links } = await send<{ _links: { status: { href: string } } }>(
    'PATCH',
    `/policies/${policyId}`,
    endorsement,
    headers,
    202,
  )
  const path = new URL(links.status.href).pathname
  for (;;) {
    const { status } = await send<{ status: string }>('GET', path, null, {})
    if (status === 'active') return
    if (status !== 'processing') throw new Error(`${path} is ${status}`)
    await sleep(1)
  }
}

async function send<Answer>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: object | null,
  headers: Record<string, string>,
  expected = 200,
): Promise<Answer> {
  const answer = await pool.request({
    method,
    path,
    headers: { ...key, ...(body !== null && { 'content-type': 'application/json' }), ...headers },
    body: body === null ? null : JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== expected) {
    throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
  }
  return JSON.parse(text) as Answer // The contract says which; a missing member fails the next step.
}

function lineOf(measured: Measured | undefined): string {
  if (measured === undefined) return ''
  const { name, perSecond, p50Ms, p99Ms, errors, firstError } = measured
  const wrong = errors === 0 ? '' : `; ${errors} errors, the first: ${firstError}`
  return `${name}: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${wrong}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
