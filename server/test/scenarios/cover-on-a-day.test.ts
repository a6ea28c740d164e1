import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll, newClock } from '../builders/clock.ts'
import { dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

/** "Was there cover on that day?": every view with a secret key answers it for its day. */

interface Cover {
  readonly state: string
  readonly first_day: string | null
  readonly last_day: string | null
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

/** The state on a day, with its first and its last day. */
async function coverOf(seller: Seller, id: string, query: Record<string, string> = {}) {
  const response = await seller.get(`/policies/${id}?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  const { state, first_day, last_day } = response.json<{ cover: Cover }>().cover
  return [state, first_day, last_day]
}

/** What is due by true time, and the jobs that follow from it. */
async function sweep(): Promise<void> {
  await platform.handlers.sweep({})
  await platform.runDue()
}

async function insurerOnClock(product: string, at: string) {
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  const id = async (data: Record<string, string>) =>
    (await soldPolicy(seller, { quote: { data } })).id
  const advance = async (to: string) =>
    expect(await advanceAll(platform, clock, to)).toMatchObject({ status: 'ready' })
  return { clock, seller, sold: id, advance, transactions: transactionsOn(platform, seller) }
}

/** A bike that is insured for a year from 1 June 2031 on, and seen on 1 May. */
async function bike() {
  const stage = await insurerOnClock('bike', '2031-05-01T09:00:00Z')
  return {
    ...stage,
    id: await stage.sold({ start_date: '2031-06-01', purchase_date: '2031-04-01' }),
  }
}

describe('a policy for a year', () => {
  it('covers its days and no other, today and on any day that is asked about', async () => {
    const { id, seller, advance } = await bike()
    const year = ['covered', '2031-06-01', '2032-05-31']
    expect(await coverOf(seller, id)).toEqual(['not_begun', null, '2031-05-31'])
    expect(await coverOf(seller, id, { as_of: '2031-05-31' })).toEqual([
      'not_begun',
      null,
      '2031-05-31',
    ])
    expect(await coverOf(seller, id, { as_of: '2031-06-01' })).toEqual(year)
    expect(await coverOf(seller, id, { as_of: '2032-05-31' })).toEqual(year)
    expect(await coverOf(seller, id, { as_of: '2032-06-01' })).toEqual([
      'ended',
      '2032-06-01',
      null,
    ])
    // The day begins where the product is sold: at 22:00 UTC in summer.
    await advance('2031-05-31T21:59:59Z')
    expect(await coverOf(seller, id)).toEqual(['not_begun', null, '2031-05-31'])
    await advance('2031-05-31T22:00:00Z')
    expect(await coverOf(seller, id)).toEqual(year)
    await advance('2032-05-31T22:00:00Z')
    expect(await coverOf(seller, id)).toEqual(['ended', '2032-06-01', null])
  })

  it('covers all of them though it was endorsed in between', async () => {
    const { id, seller, transactions } = await bike()
    await transactions.endorse(id, { data: { city: 'Basel' }, effective_date: '2031-09-01' })
    for (const as_of of ['2031-08-31', '2031-09-01']) {
      expect(await coverOf(seller, id, { as_of })).toEqual(['covered', '2031-06-01', '2032-05-31'])
    }
  })

  it('covers the next year too once that is sold', async () => {
    const { id, seller, clock } = await bike()
    const renewals = renewalsOn(platform, seller, clock)
    await renewals.advance('2032-05-01T09:00:00Z')
    const accepted = await seller.post(`/policies/${id}/renewal/accept`, {})
    expect(accepted.statusCode, accepted.body).toBe(200)
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-06-01', '2032-05-31'])
    await renewals.advance('2032-05-31T22:00:00Z')
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-06-01', '2033-05-31'])
  })

  it('goes on into the next year though no job has written that down yet', async () => {
    const seller = sellerOn(platform, {
      product: 'bike',
      secretKey: platform.demo.insurer.test.secret,
    })
    const { id } = await soldPolicy(seller, { quote: { data: { start_date: '2027-04-01' } } })
    platform.clock.set(Temporal.Instant.from('2028-03-15T09:00:00Z'))
    await sweep()
    const accepted = await seller.post(`/policies/${id}/renewal/accept`, {})
    expect(accepted.statusCode, accepted.body).toBe(200)
    platform.clock.set(Temporal.Instant.from('2028-04-02T09:00:00Z'))
    expect(await coverOf(seller, id)).toEqual(['covered', '2027-04-01', null])
    await sweep()
    expect(await coverOf(seller, id)).toEqual(['covered', '2027-04-01', '2029-03-31'])
  })
})

it('cover without an end has no last day', async () => {
  const { seller, sold } = await insurerOnClock('cyber', '2031-02-01T09:00:00Z')
  const id = await sold({ policy_start_date: '2031-03-01' })
  for (const as_of of ['2031-03-01', '2032-03-01', '2040-01-01']) {
    expect(await coverOf(seller, id, { as_of })).toEqual(['covered', '2031-03-01', null])
  }
})

describe('a policy that is cancelled', () => {
  it('has ended after its last day, which is still covered', async () => {
    const { id, seller, advance, transactions } = await bike()
    await advance('2031-08-01T09:00:00Z')
    await transactions.cancel(id, '2031-08-20')
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-06-01', '2031-08-20'])
    for (const as_of of ['2031-08-21', '2032-05-31', '2032-06-01', '2040-01-01']) {
      expect(await coverOf(seller, id, { as_of })).toEqual(['ended', '2031-08-21', null])
    }
    // Before the cancellation nobody knew of it.
    const asKnown = { as_of: '2031-08-21', known_at: '2031-07-31T12:00:00Z' }
    expect(await coverOf(seller, id, asKnown)).toEqual(['covered', '2031-06-01', '2032-05-31'])
  })

  it('and reinstated has a gap, or none', async () => {
    const { id, seller, advance, transactions } = await bike()
    await advance('2031-08-01T09:00:00Z')
    await transactions.cancel(id, '2031-08-05')
    await advance('2031-08-10T09:00:00Z')
    expect(await transactions.reinstate(id, { gap: true })).toMatchObject({ status: 'active' })
    const on = (as_of: string) => coverOf(seller, id, { as_of })
    expect(await on('2031-08-05')).toEqual(['covered', '2031-06-01', '2031-08-05'])
    expect(await on('2031-08-06')).toEqual(['gap', '2031-08-06', '2031-08-09'])
    expect(await on('2031-08-09')).toEqual(['gap', '2031-08-06', '2031-08-09'])
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-08-10', '2032-05-31'])
    await transactions.cancel(id, '2031-08-20')
    await transactions.reinstate(id)
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-08-10', '2032-05-31'])
  })

  it('has ended while its reinstatement waits to be paid for', async () => {
    const { seller, sold, advance, transactions } = await insurerOnClock(
      'cyber',
      '2031-02-01T09:00:00Z',
    )
    const id = await sold({ policy_start_date: '2031-03-01' })
    await advance('2031-08-01T09:00:00Z')
    await transactions.cancel(id, '2031-08-05')
    await advance('2031-08-10T09:00:00Z')
    const { status, payment } = await transactions.reinstate(id)
    expect(status).toBe('proposed')
    expect(await coverOf(seller, id)).toEqual(['ended', '2031-08-06', null])
    await transactions.pay(id, payment?.token ?? '')
    await platform.runDue()
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-03-01', null])
  })

  it('before it began is never covered', async () => {
    const { id, seller, transactions } = await bike()
    await transactions.cancel(id, '2031-05-31')
    expect(await coverOf(seller, id)).toEqual(['not_begun', null, '2031-05-31'])
    expect(await coverOf(seller, id, { as_of: '2031-06-01' })).toEqual([
      'ended',
      '2031-06-01',
      null,
    ])
  })
})

describe('an offer that is not paid', () => {
  it('promises no cover on any day, also after it has expired', async () => {
    const { seller, advance } = await insurerOnClock('bike', '2031-05-01T09:00:00Z')
    const data = { start_date: '2031-06-01', purchase_date: '2031-04-01' }
    const offer = await madeOffer(seller, { quote: { data } })
    const none = ['not_begun', null, null]
    expect(await coverOf(seller, offer.id)).toEqual(none)
    expect(await coverOf(seller, offer.id, { as_of: '2031-06-15' })).toEqual(none)
    await advance('2031-07-15T09:00:00Z')
    expect(await coverOf(seller, offer.id)).toEqual(none)
  })

  it('promised none at a moment before it was paid for', async () => {
    const { seller, advance } = await insurerOnClock('bike', '2031-05-01T09:00:00Z')
    const data = { start_date: '2031-06-01', purchase_date: '2031-04-01' }
    const offer = await madeOffer(seller, { quote: { data } })
    await advance('2031-05-02T09:00:00Z')
    await seller.pay(offer)
    const asked = { as_of: '2031-06-15', known_at: '2031-05-01T12:00:00Z' }
    expect(await coverOf(seller, offer.id, asked)).toEqual(['not_begun', null, null])
    expect(await coverOf(seller, offer.id, { as_of: '2031-06-15' })).toEqual([
      'covered',
      '2031-06-01',
      '2032-05-31',
    ])
  })
})

describe('a policy that nobody pays for', () => {
  /** Due on 1 June 2031; noticed on 11 June, suspended from 26 June on, and lapsed on 26 July. */
  const steps = `
dunning:
  notice: { after_days: 10, grace_days: 14, fee: 500 }
  then: suspend
  lapse_after_days: 30
`
  beforeAll(() => dunCyber(platform, steps))

  it('is suspended, and covered from the day of its money on', async () => {
    const { id, seller, clock, invoiceId } = await soldUnpaid(platform)
    await advanceAll(platform, clock, '2031-07-10T10:00:00Z')
    expect(await coverOf(seller, id)).toEqual(['suspended', '2031-06-26', null])
    const came = { amount: 146_241, currency: 'eur', received_on: '2031-07-08' }
    await managerOn(platform).post(`/manage/invoices/${invoiceId}/receipts`, came)
    await platform.runDue()
    const on = (as_of: string) => coverOf(seller, id, { as_of })
    expect(await on('2031-06-25')).toEqual(['covered', '2031-06-01', '2031-06-25'])
    expect(await on('2031-07-07')).toEqual(['suspended', '2031-06-26', '2031-07-07'])
    expect(await coverOf(seller, id)).toEqual(['covered', '2031-07-08', null])
  })

  it('lapses: then its cover has ended', async () => {
    const { id, seller, clock } = await soldUnpaid(platform)
    await advanceAll(platform, clock, '2031-07-27T10:00:00Z')
    const [state, firstDay, lastDay] = await coverOf(seller, id)
    expect([state, lastDay]).toEqual(['ended', null])
    const dayBefore = Temporal.PlainDate.from(firstDay ?? '')
      .subtract({ days: 1 })
      .toString()
    expect((await coverOf(seller, id, { as_of: dayBefore }))[0]).not.toBe('ended')
  })
})

it('a public key is shown nothing of it, and exactly the members of the contract', async () => {
  const { id, transactions } = await bike()
  const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const members = async () => {
    const response = await shop.get(`/policies/${id}`)
    expect(response.statusCode, response.body).toBe(200)
    const policy = response.json<{ _links: object }>()
    return [Object.keys(policy).toSorted(), Object.keys(policy._links)]
  }
  const contract = [
    ['_links', 'id', 'insurer_external_policy_id', 'insurer_policy_id', 'status'],
    ['_self'],
  ]
  expect(await members()).toEqual(contract)
  await transactions.cancel(id, '2031-08-20')
  expect(await members()).toEqual(contract)
})
