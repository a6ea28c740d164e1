import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followFeed } from '../../src/commission/index.ts'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn } from '../builders/sale.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type LifeSettings, card, lifeOf } from '../builders/life.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { publishWithdrawable } from '../builders/withdrawable.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let distributor: string
let other: string
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishWithdrawable(platform, 'law: de\n', (text) =>
    text.replace('    methods:', '    receipts: tracked\n    methods:'),
  )
  distributor = (await demoAccount(platform, 'demo-shop')).id
  other = (await demoAccount(platform, 'demo-broker')).id
  await agreed(distributor, { first_day: '2020-01-01', earned: 'premium', liability_months: 12 })
  await agreed(distributor, { first_day: '2028-01-01', earned: 'payment' })
  await platform.runDue()
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const manager = () => managerOn(platform)
const agree = (id: string, terms: JsonObject) =>
  manager().post(`/manage/distributors/${id}/commission_agreements`, {
    payout: 'paid_out',
    ...terms,
  })
const agreed = async (id: string, terms: JsonObject) => {
  const made = await agree(id, terms)
  expect(made.statusCode, made.body).toBe(200)
}

/** A year for 1,190 euros of which 1,000 are net, with 100 euros of commission, from a first of January on. */
const aYear = (year: number, payment: JsonObject = card(), price = 119_000): LifeSettings => ({
  product: 'bike',
  plan: 'once',
  timeZone: 'Europe/Zurich',
  at: `${year - 1}-12-29T09:00:00Z`,
  quote: {
    start_date: `${year}-01-01`,
    purchase_date: `${year - 1}-12-29`,
    payment: 'once',
    bike_price: price,
    early_cover: true,
  },
  payment,
})
const byTransfer = { provider: 'invoice', method: 'invoice' }

interface Entry {
  readonly policy_id: string
  readonly cause: string
  readonly amount: number
  readonly booking_date: string
}
const entriesOf = async (id: string, key?: string): Promise<string[]> => {
  await followFeed(platform)
  const found = await managerOn(platform, key).get(`/manage/commission_entries?policy_id=${id}`)
  expect(found.statusCode, found.body).toBe(200)
  return found
    .json<Entry[]>()
    .map(({ booking_date: on, cause, amount }) => `${on} ${cause} ${amount}`)
    .toReversed()
}

interface Statement {
  readonly id: string
  readonly state: string
  readonly balance: number
}
const state = (month: string, distributor_id = distributor) =>
  manager().post('/manage/commission_statements', { distributor_id, month, currency: 'eur' })
const stated = async (month: string): Promise<Statement> => {
  const made = await state(month)
  expect(made.statusCode, made.body).toBe(200)
  return made.json<Statement>()
}
const codeOf = (response: { json(): unknown }) => (response.json() as { code: string }).code

describe('commission with the premium', () => {
  it('is earned with the sale, and a cancellation within the liability takes the rest back', async () => {
    const life = await lifeOf(platform, aYear(2027))
    expect(await entriesOf(life.id)).toEqual(['2026-12-29 charge 10000'])
    await life.to('2027-07-01')
    await life.transactions.cancel(life.id, { termination_date: '2027-07-19' })
    // 200 of 365 days are covered.
    expect(await entriesOf(life.id)).toEqual([
      '2026-12-29 charge 10000',
      '2027-07-01 charge -4521',
    ])
    expect(await entriesOf(life.id)).toHaveLength(2)
  })
})
