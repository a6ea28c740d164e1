import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Monthly 300.00 in 2027. The renewal of 2028 comes to 330.00, and is offered on 1 November. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const putOnSale = (law: string, clause: boolean, more = 3_000) =>
  publishPricedBike(platform, (text) => {
    const renewal = `renewal:
  kind: automatic
  notice_days: 60
  adjustment_clause: ${clause}
  set: { start_date: start, bike_price: { add: ${more} } }
`
    const renewed = text.replace(/\nrenewal:\n(?: .*\n)+/, `\n${renewal}`)
    return `${renewed.replace('refund: full_before_start', 'refund: pro_rata')}\n${law}\n`
  })

type Life = Awaited<ReturnType<typeof offered>>
async function offered() {
  const sold = { start: '2027-01-01', price: 30_000, plan: 'monthly' } as const
  const life = await pricedBike(platform, sold)
  await life.to('2027-11-15')
  return life
}
const deliver = async ({ seller, id }: Life, delivered_on: string) => {
  const delivery = { document: 'renewal_notice', delivered_on, evidence: 'By courier.' }
  const recorded = await seller.post(`/policies/${id}/deliveries`, delivery)
  expect(recorded.statusCode, recorded.body).toBe(200)
}
/** The price of a month of 2028, what was charged for January, and why it is the old one. */
const renewed = async (life: Life) => {
  await life.to('2028-01-02')
  const { quote, end_date } = (await life.seller.get(`/policies/${life.id}`)).json<{
    quote: { gross_payment_amount: number }
    end_date: string
  }>()
  expect(end_date.slice(0, 4)).toBe('2028')
  expect(await openInvoices(platform, life.id)).toEqual([])
  const manager = managerOn(platform)
  const found = await manager.get(`/manage/invoices?policy_id=${life.id}`)
  const january = found
    .json<{ total: number; due_date: string }[]>()
    .find(({ due_date }) => due_date === '2028-01-01')
  const history = await manager.get(`/manage/policies/${life.id}/history`)
  const { events } = history.json<{ events: { type: string; data: { reason: string } }[] }>()
  const held = events.find(({ type }) => type === 'renewal.price_held')
  return [quote.gross_payment_amount, january?.total, held?.data.reason]
}

describe('a dearer renewal under German law', () => {
  it('takes effect with a notice that is known to have arrived a month before', async () => {
    await putOnSale('law: de', true)
    const [inTime, late] = [await offered(), await offered()]
    for (const life of [inTime, late]) await life.to('2027-12-05')
    await deliver(inTime, '2027-12-01')
    await deliver(late, '2027-12-02')
    expect(await renewed(inTime)).toEqual([33_000, 33_000, undefined])
    expect(await renewed(late)).toEqual([30_000, 30_000, 'not_proven'])
  })

  it('takes effect where it was accepted, and without a clause only then', async () => {
    await putOnSale('law: de', false)
    const [accepted, notified] = [await offered(), await offered()]
    const answer = await accepted.seller.post(`/policies/${accepted.id}/renewal/accept`, {})
    expect(answer.statusCode, answer.body).toBe(200)
    await deliver(notified, '2027-11-15')
    expect(await renewed(accepted)).toEqual([33_000, 33_000, undefined])
    expect(await renewed(notified)).toEqual([30_000, 30_000, 'no_clause'])
    // The next one is offered at the price of its own year.
    await notified.to('2028-11-15')
    const shown = await notified.seller.get(`/policies/${notified.id}/renewal`)
    expect(shown.json()).toMatchObject({
      gross_payment_amount_before: 30_000,
      gross_payment_amount: 33_000,
    })
  })

  it('needs no proof where it is not dearer, nor under another law', async () => {
    await putOnSale('law: de', false, -1_000)
    const cheaper = await offered()
    expect(await renewed(cheaper)).toEqual([29_000, 29_000, undefined])
    await putOnSale('', false)
    expect(await renewed(await offered())).toEqual([33_000, 33_000, undefined])
  })
})
