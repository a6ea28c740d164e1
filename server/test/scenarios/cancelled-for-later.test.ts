import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billedAs } from '../builders/billed.ts'
import { casesOf } from '../builders/dunning.ts'
import { checkMoney } from '../builders/money-check.ts'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Bikes at 300.00 a month, refunded by the day, with a reminder and a notice for who does not pay. */
const dunning = `
dunning:
  reminders: [{ after_days: 5 }]
  notice: { after_days: 12, grace_days: 14 }
`

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

async function publish(refund: 'pro_rata' | 'none'): Promise<void> {
  await publishPricedBike(platform, (text) =>
    text.replace('refund: full_before_start', `refund: ${refund}`).concat(dunning),
  )
}

/** September is paid, October is not. */
async function bikeOwingOctober() {
  const sold = { start: '2027-09-01', price: 30_000, plan: 'monthly', mandate: 'none' } as const
  const life = await pricedBike(platform, sold)
  await life.to('2027-10-11')
  return life
}
type Life = Awaited<ReturnType<typeof bikeOwingOctober>>

/** What is open, by the day on which it is due. */
const openOf = async ({ id }: Life) =>
  (await openInvoices(platform, id)).map(({ due_date, open }) => [due_date, open])

const chargedOf = async ({ id }: Life, month: string) => {
  const { charged } = await billedAs(platform, id)
  const found = charged.find(({ firstDay }) => firstDay === month)
  return [found?.payment, found?.tax]
}

/** Cancelled on 11 October to 20 November, and dearer from 11 November on. */
async function cancelledAndEndorsed(): Promise<Life> {
  const life = await bikeOwingOctober()
  const { id, transactions } = life
  expect(await transactions.cancel(id, '2027-11-20')).toMatchObject({ status: 'active' })
  const { token } = await transactions.quoteEndorsement(id, { bike_price: 33_000 }, '2027-11-11')
  const endorsed = { quote_token: token, effective_date: '2027-11-11' }
  expect(await transactions.endorse(id, endorsed)).toMatchObject({ status: 'active' })
  return life
}

describe('a policy that is cancelled for later', () => {
  beforeAll(() => publish('pro_rata'))

  it('is endorsed and billed up to its last day', async () => {
    const life = await cancelledAndEndorsed()
    await life.to('2027-10-27')
    expect(await chargedOf(life, '2027-11-01')).toEqual([21_000, 3_354])
    await life.to('2027-12-27')
    expect(await chargedOf(life, '2027-12-01')).toEqual([undefined, undefined])
  })

  it('shows as cancelled, and is in force until its last day is over', async () => {
    const life = await bikeOwingOctober()
    const { id, seller, transactions } = life
    await transactions.cancel(id, '2027-11-20')
    const ending = await transactions.view(id)
    expect(ending).toMatchObject({ status: 'cancelled', cover: { state: 'covered' } })
    expect(Object.keys(ending['_links'] as object)).toEqual(
      expect.arrayContaining(['endorsement', 'move_end', 'reactivate', 'preview']),
    )
    expect(ending['_links']).not.toHaveProperty('cancel')
    const again = await seller.cancel(id, ending.version_id, { termination_date: '2027-11-10' })
    expect(again.statusCode).toBe(422)
    expect(again.json()).toMatchObject({ code: 'already_cancelled' })
    const late = await seller.endorse(id, ending.version_id, {
      email: 'new@example.com',
      effective_date: '2027-11-21',
    })
    expect(late.json()).toMatchObject({
      errors: [{ field: 'effective_date', params: { before_or_equal: ['2027-11-20'] } }],
    })
  })

  it('is over afterwards', async () => {
    const life = await bikeOwingOctober()
    const { id, seller, transactions } = life
    await life.payOpen('ok')
    await transactions.cancel(id, '2027-10-20')
    await life.to('2027-10-21')
    const over = await transactions.view(id)
    expect(over).toMatchObject({ status: 'cancelled', cover: { state: 'ended' } })
    const endorsed = await seller.endorse(id, over.version_id, { email: 'new@example.com' })
    expect(endorsed.json()).toMatchObject({ code: 'policy_cancelled' })
    const moved = await seller.moveEnd(id, over.version_id, { termination_date: '2027-10-30' })
    expect([moved.statusCode, moved.json<{ code: string }>().code]).toEqual([422, 'cover_is_over'])
  })

  it('is dunned, and lapses before the day for which it was cancelled', async () => {
    const life = await bikeOwingOctober()
    const { id, transactions } = life
    await transactions.cancel(id, '2027-11-20')
    await life.to('2027-10-29')
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'lapsed' }])
    expect(await transactions.view(id)).toMatchObject({
      cancelled_by: 'system',
      cover: { state: 'ended', first_day: '2027-10-28' },
    })
  })

  it('ends on the day for which it was cancelled, where it lapsed before and is reinstated', async () => {
    const life = await bikeOwingOctober()
    const { id, transactions } = life
    await transactions.cancel(id, '2027-11-20', { cancellation_reason: 'Sold the bike.' })
    const { cancelled_at } = await transactions.view(id)
    await life.to('2027-10-29')
    const { payment } = await transactions.reinstate(id)
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'insurer',
      cancellation_reason: 'Sold the bike.',
      cancelled_at,
      cover: { state: 'covered', last_day: '2027-11-20' },
    })
    await life.to('2027-11-26')
    expect(await chargedOf(life, '2027-11-01')).toEqual([20_000, 3_193])
  })

  it('keeps its endorsements where the cancellation is taken back', async () => {
    const life = await cancelledAndEndorsed()
    const { id, transactions } = life
    const { payment } = await transactions.reinstate(id)
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      cancelled_by: '',
      cancelled_at: null,
      termination_date: null,
    })
    await life.to('2027-12-26')
    // Ten days at 300.00 and twenty at 330.00, then 330.00.
    expect(await chargedOf(life, '2027-11-01')).toEqual([32_000, 5_110])
    expect(await chargedOf(life, '2027-12-01')).toEqual([33_000, 5_269])
  })

  it('is not renewed', async () => {
    const life = await bikeOwingOctober()
    const { id, seller, transactions } = life
    await life.payOpen('ok')
    await life.to('2028-07-20')
    expect((await seller.get(`/policies/${id}/renewal`)).json()).toMatchObject({
      state: 'offered',
    })
    await transactions.cancel(id, '2028-08-31')
    expect((await seller.get(`/policies/${id}/renewal`)).json()).toMatchObject({ state: 'voided' })
    await life.to('2028-09-02')
    expect(await transactions.view(id)).toMatchObject({ status: 'cancelled' })
  })
})

describe('the end of a policy that is cancelled for later', () => {
  beforeAll(() => publish('pro_rata'))

  it('moves to an earlier day: the month of that day shrinks, older debts stay', async () => {
    const life = await cancelledAndEndorsed()
    const { id, transactions } = life
    await life.to('2027-10-27')
    const move = { end_move: { termination_date: '2027-11-15' } }
    expect(await transactions.preview(id, move)).toMatchObject({
      charges: [{ first_day: '2027-11-01', amount: -5_500, tax: -878 }],
    })
    expect(await transactions.moveEnd(id, '2027-11-15')).toMatchObject({ status: 'active' })
    expect(await openOf(life)).toEqual([
      ['2027-10-01', 30_000],
      ['2027-11-01', 15_500],
    ])
    expect((await transactions.events(id)).slice(-2)).toEqual(['end_move_requested', 'end_moved'])
  })

  it('lowers the oldest debt where the month of that day is paid', async () => {
    const life = await cancelledAndEndorsed()
    const { id, transactions } = life
    await life.to('2027-10-27')
    const november = (await openInvoices(platform, id))[1]
    if (november === undefined) throw new Error('November is asked for')
    const body = { amount: november.open, currency: 'chf', received_on: '2027-10-27' }
    await managerOn(platform).post(`/manage/invoices/${november.id}/receipts`, body)
    await platform.runDue()
    await transactions.moveEnd(id, '2027-11-15')
    expect(await openOf(life)).toEqual([['2027-10-01', 24_500]])
  })

  it('moves to a later day up to the end of the term, by whoever may endorse', async () => {
    const life = await bikeOwingOctober()
    const { id, seller, transactions } = life
    await transactions.cancel(id, '2027-10-20')
    const { version_id: version } = await transactions.view(id)
    const after = await seller.moveEnd(id, version, { termination_date: '2028-09-01' })
    expect(after.json()).toMatchObject({ code: 'termination_after_end' })
    const same = await seller.moveEnd(id, version, { termination_date: '2027-10-20' })
    expect(same.json()).toMatchObject({ code: 'end_stays' })
    const before = await transactions.view(id)
    expect(await transactions.moveEnd(id, '2028-08-31')).toMatchObject({ status: 'active' })
    expect(await transactions.view(id)).toMatchObject({
      cancelled_at: before['cancelled_at'],
      cancellation_reason: before['cancellation_reason'],
      cover: { state: 'covered', last_day: '2028-08-31' },
    })
  })

  it('is asked for by one request only, and stays where a policy is not cancelled', async () => {
    const life = await bikeOwingOctober()
    const { id, seller, transactions } = life
    const { version_id: version } = await transactions.view(id)
    const none = await seller.moveEnd(id, version, { termination_date: '2027-11-15' })
    expect(none.json()).toMatchObject({ code: 'no_end_to_move' })
    await transactions.cancel(id, '2027-11-20')
    const { version_id: cancelled } = await transactions.view(id)
    const all = await Promise.all([
      seller.moveEnd(id, cancelled, { termination_date: '2027-11-15' }),
      seller.moveEnd(id, cancelled, { termination_date: '2027-11-16' }),
      seller.reinstate(id, cancelled),
    ])
    expect(all.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
    expect(all.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
    await platform.runDue()
  })
})

describe('where the month of the last day is kept whole', () => {
  beforeAll(() => publish('none'))

  it('days after the last one cost what that day costs', async () => {
    const life = await cancelledAndEndorsed()
    await life.to('2027-10-27')
    expect(await chargedOf(life, '2027-11-01')).toEqual([32_000, 5_110])
  })
})
