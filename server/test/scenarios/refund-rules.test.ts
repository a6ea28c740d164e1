import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Bikes of which nothing is refunded for the month in which cover ends. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPricedBike(platform, (text) =>
    text
      .replace('refund: full_before_start', 'refund: none')
      .replace('increase_due: next', 'increase_due: next\nrefund: at_once'),
  )
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

/** A bike at 300.00 a month that costs another price from 20 September on, looked at on the 5th. */
async function bikeWithLaterPrice(bike_price: number) {
  const start = '2027-09-01'
  const life = await pricedBike(platform, { start, price: 30_000, plan: 'monthly' })
  await life.to('2027-09-05')
  const { token } = await life.transactions.quoteEndorsement(life.id, { bike_price }, '2027-09-20')
  await life.transactions.endorse(life.id, { quote_token: token, effective_date: '2027-09-20' })
  return life
}

describe('where the month of the last day is kept whole', () => {
  it('an increase that would have begun after the last day is never charged', async () => {
    const { id, transactions } = await bikeWithLaterPrice(60_000)
    // Nineteen days at 300.00 and eleven at 600.00.
    expect(await transactions.money(id)).toMatchObject({ charged: 41_000 })
    await transactions.cancel(id, '2027-09-10')
    expect(await transactions.money(id)).toMatchObject({ charged: 30_000 })
  })

  it('a reduction that would have begun after the last day is charged back', async () => {
    const { id, transactions, to } = await bikeWithLaterPrice(15_000)
    expect(await transactions.money(id)).toMatchObject({ charged: 24_500 })
    const cancellation = { termination_date: '2027-09-10' }
    expect(await transactions.preview(id, { cancellation })).toMatchObject({
      charges: [{ amount: 5_500 }],
      invoice: { amount: 5_500, is_paid_first: false },
    })
    expect(await transactions.cancel(id, '2027-09-10')).toMatchObject({ status: 'active' })
    await to('2027-09-06')
    expect(await transactions.money(id)).toMatchObject({ charged: 30_000, receivable: 0 })
    expect(await openInvoices(platform, id)).toEqual([])
  })
})
