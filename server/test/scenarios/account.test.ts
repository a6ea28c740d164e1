import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClock } from '../builders/clock.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** The cyber demo: 146,241 cents for 366 days from 29 June 2027. */
const premium = 146_241
const data = { policy_start_date: '2027-06-29' }

interface Account {
  readonly on: string
  readonly owed: number
  readonly entries: readonly {
    readonly kind: string
    readonly date: string
    readonly amount: number
    readonly owed: number
  }[]
}

describe('the account of a policy', () => {
  it('shows what was charged, asked for, paid and given back, and what was owed on any day', async () => {
    const clock = await newClock(platform, '2027-06-01T21:00:00Z')
    const seller = sellerOn(platform, { clock })
    const { id } = await soldPolicy(seller, { quote: { data } })
    platform.clock.advance({ seconds: 1 }) // The test clock stands still, true time goes on.
    await transactionsOn(platform, seller).cancel(id, '2027-07-28')
    await platform.runDue()

    const account = (await seller.get(`/policies/${id}/account`)).json<Account>()
    const earned = 11_987 // 30 of 366 days.
    expect(
      account.entries.map(({ kind, date, amount, owed }) => [kind, date, amount, owed]),
    ).toEqual([
      ['charge', '2027-06-01', premium, premium],
      ['invoice', '2027-06-01', 0, premium],
      ['payment', '2027-06-01', -premium, 0],
      ['charge', '2027-06-01', earned - premium, earned - premium],
      ['credit_note', '2027-06-01', 0, earned - premium],
      ['refund', '2027-06-01', premium - earned, 0],
    ])
    expect(account).toMatchObject({ on: '2027-06-01', owed: 0, open_invoices: [] })
    expect(account.entries[0]).toMatchObject({ first_day: '2027-06-29', last_day: '2028-06-28' })
    const before = await seller.get(`/policies/${id}/account?on=2027-05-31`)
    expect(before.json()).toMatchObject({ on: '2027-05-31', owed: 0, entries: [] })
  })

  it('is empty for an offer, and refuses what is no day', async () => {
    const seller = sellerOn(platform)
    const { id } = await madeOffer(seller)
    const offered = await seller.get(`/policies/${id}/account`)
    expect(offered.json()).toMatchObject({ owed: 0, entries: [], open_invoices: [] })
    const refused = await seller.get(`/policies/${id}/account?on=2027-02-30`)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ field: 'on', rules: ['iso_date'] }] })
  })
})
