import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OfferCreated, type Seller, offerMedia, sellerOn } from '../builders/sale.ts'
import { selectFeed } from '../../src/events/index.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { itemsOf } from '../builders/dataset.ts'
import { type StatementCounts, watchStatements } from '../support/watch-statements.ts'

/** Two servers on one database: what one has just made, the other must read. */
let platform: TestPlatform
let elsewhere: TestPlatform
let seller: Seller
let counts: StatementCounts
beforeAll(async () => {
  // What a server remembers for some seconds runs out in none of the stories, however slow a machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  platform = await openTestPlatform()
  elsewhere = await openTestPlatform({ beside: { platform, connection: platform.connection } })
  const { pool } = platform.db
  counts = watchStatements(pool)
  while (pool.idleCount > 0) (await pool.connect()).release(true) // They were not watched.
  seller = sellerOn(platform)
  // What a first sale reads is remembered by those after it.
  await paid(seller, await made(seller, await quoted(seller)))
})
afterAll(async () => {
  await elsewhere.close()
  await platform.close()
  vi.useRealTimers()
})

async function counted<Result>(work: () => Promise<Result>) {
  const before = { ...counts }
  const result = await work()
  const { statements, roundTrips } = counts
  return {
    result,
    cost: { statements: statements - before.statements, trips: roundTrips - before.roundTrips },
  }
}

const good = (response: Response) => {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response
}
const quoted = async (by: Seller) => good(await by.quote()).json<{ token: string }>().token
const made = async (by: Seller, token: string) => good(await by.offer(token)).json<OfferCreated>()
const paid = async (by: Seller, offer: OfferCreated, changes = {}) =>
  good(await by.pay(offer, changes)).json<{ id: string; status: string }>()

const one = { statements: 1, trips: 1 }
const two = { statements: 2, trips: 2 }

/** Each round trip is a wait, and each statement costs the database about as much as it does us. */
describe('a sale asks the database', () => {
  it('once for the quote, once for the offer and once for the payment', async () => {
    const quote = await counted(() => quoted(seller))
    const offer = await counted(() => made(seller, quote.result))
    const payment = await counted(() => paid(seller, offer.result))
    expect([quote.cost, offer.cost, payment.cost]).toEqual([one, one, one])
  })

  it('once more for what another server has made', async () => {
    const other = sellerOn(elsewhere)
    const token = await quoted(other)
    const offerElsewhere = await made(other, await quoted(other))
    const offer = await counted(() => made(seller, token))
    const payment = await counted(() => paid(seller, offerElsewhere))
    expect([offer.cost, payment.cost]).toEqual([two, two])
  })

  it('once more for the reservation of an Idempotency-Key', async () => {
    const product = platform.demo.products['cyber']
    const token = await quoted(seller)
    const body = { ...product?.policy, quote_token: token }
    const offer = await counted(() =>
      seller.post('/policies', body, { accept: offerMedia, 'idempotency-key': 'offer once' }),
    )
    const { id, payment_token } = good(offer.result).json<OfferCreated>()
    const request = { policy_id: id, token: payment_token, provider: 'invoice', method: 'invoice' }
    const payment = await counted(() =>
      seller.post('/payments', request, { 'idempotency-key': 'pay once' }),
    )
    good(payment.result)
    expect([offer.cost, payment.cost]).toEqual([two, two])
  })

  it('a few times for all the offers and payments that come at once', async () => {
    const quotes = await Promise.all(Array.from({ length: 20 }, () => quoted(seller)))
    const offers = await counted(() => Promise.all(quotes.map((token) => made(seller, token))))
    expect(offers.cost.statements).toBeLessThan(10)
    const payments = await counted(() => Promise.all(offers.result.map((one) => paid(seller, one))))
    expect(payments.cost.statements).toBeLessThan(10)
  })
})

/** The state of cover is for secret keys: a customer who looks at a policy costs what it did before. */
it('a policy that a public key looks at asks the database once', async () => {
  const offer = await made(seller, await quoted(seller))
  await paid(seller, offer)
  const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const look = async () => good(await shop.get(`/policies/${offer.id}`))
  await look()
  expect((await counted(look)).cost).toEqual(one)
})

/** What a server remembers of an offer may be over: the database decides. */
describe('a quote that names a company', () => {
  it('asks for the company once, and not at all where it was named before', async () => {
    const companies = (await itemsOf(platform, 'companies')).values()
    const naming = (id: string | undefined) => counted(() => named(id))
    const named = async (id: string | undefined) =>
      good(await seller.quote({ data: { company: id ?? '' } }))
    const id = companies.next().value?.id
    await named(companies.next().value?.id)
    expect([(await naming(id)).cost, (await naming(id)).cost]).toEqual([two, one])
  })
})

/** All tables of a young database are small, and the plans of its first sales are kept for long. */
it('reads no table of sales as a whole, by whatever plan a session keeps', async () => {
  await paid(seller, await made(seller, await quoted(seller)))
  await selectFeed(platform.db, { owner: null, after: 0, limit: 100 })
  const { pool } = platform.db
  const kept = new Set<string>()
  for (const client of await Promise.all(
    Array.from({ length: pool.totalCount }, () => pool.connect()),
  )) {
    const { rows } = await client.query<{ statement: string }>(
      `select statement from pg_prepared_statements
       where name like 'commit%' or statement like '%select feed.position%'`,
    )
    for (const { statement } of rows) kept.add(statement)
    client.release()
  }
  const plans: string[] = []
  for (const statement of kept) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${statement}`,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  expect(plans.some((plan) => plan.includes('Update on policies'))).toBe(true)
  expect(plans.some((plan) => plan.includes('using event_feed'))).toBe(true)
  const wholes = plans
    .join('\n')
    .match(/Seq Scan on (policies|policy_\w+|payments|events|event_feed)\b.*/g)
  expect(wholes).toBeNull()
})

describe('an offer that was made here and paid elsewhere', () => {
  it('is not paid again', async () => {
    const offer = await made(seller, await quoted(seller))
    await paid(sellerOn(elsewhere), offer)
    const again = await seller.pay(offer)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({ message: expect.stringContaining('already paid') })
  })

  it('and pending there is shown as pending', async () => {
    const bikes = sellerOn(platform, { product: 'bike' })
    const offer = await made(bikes, await quoted(bikes))
    const later = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
    const pending = await paid(sellerOn(elsewhere, { product: 'bike' }), offer, later)
    const again = await bikes.pay(offer, later)
    expect(again.statusCode).toBe(422)
    expect(again.body).toContain(pending.id)
  })

  it('among others that are paid with it takes none of them down', async () => {
    const quotes = await Promise.all(Array.from({ length: 6 }, () => quoted(seller)))
    const offers = await Promise.all(quotes.map((token) => made(seller, token)))
    const [taken] = offers
    if (taken !== undefined) await paid(sellerOn(elsewhere), taken)
    const statuses = (await Promise.all(offers.map((one) => seller.pay(one)))).map(
      (response) => response.statusCode,
    )
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200])
  })
})
