import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { type OnAccount, casesOf, dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Due on 1 June 2031; noticed on 11 June, suspended from 26 June on, and lapsed on 26 July. */
const steps = `
dunning:
  notice: { after_days: 10, grace_days: 14, fee: 500 }
  then: suspend
  lapse_after_days: 30
`
const premium = 146_241
const fee = 500
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await dunCyber(platform, steps)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const until = async ({ clock }: OnAccount, day: string) => {
  expect(await advanceAll(platform, clock, `2031-${day}T10:00:00Z`)).toMatchObject({
    status: 'ready',
  })
}
const receive = async ({ invoiceId }: OnAccount, received_on: string, amount = premium) => {
  const came = { amount, currency: 'eur', received_on }
  const answer = await managerOn(platform).post(`/manage/invoices/${invoiceId}/receipts`, came)
  expect(answer.statusCode, answer.body).toBe(200)
  await platform.runDue()
}
/** A policy says since when it is suspended only while it is. */
const viewOf = async ({ seller, id }: OnAccount, query = '') => ({
  suspended_since: null,
  ...(await seller.get(`/policies/${id}${query}`)).json<JsonObject & { version_id: string }>(),
})
/** Whether there is cover on a day, as known now. */
const suspendedOn = async (sold: OnAccount, day: string) =>
  (await viewOf(sold, `?as_of=2031-${day}`))['suspended_since']
const eventTypesOf = async ({ id }: OnAccount): Promise<string[]> => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = history.json<{ events: { type: string }[] }>()
  return events.map(({ type }) => type).filter((type) => /suspended|resumed/.test(type))
}
const suspended = async () => {
  const sold = await soldUnpaid(platform)
  await until(sold, '07-10')
  return sold
}

describe('a policy whose grace is over', () => {
  it('has the price that was agreed, and the explanation of its price says so', async () => {
    const sold = await soldUnpaid(platform)
    const { version_id: first } = await viewOf(sold)
    await until(sold, '07-10')
    const { version_id: halted } = await viewOf(sold)
    const why = await sold.seller.get(`/policies/${sold.id}/why?from=${first}&to=${halted}`)
    expect(why.json()).toMatchObject({
      effective_date: '2031-06-26',
      before: { cover: 'cover' },
      after: { cover: 'suspended' },
      difference: 0,
      shares: [],
      summary: expect.stringContaining('There is no cover on this day'),
    })
  })

  it('has no cover, owes its premium, and has its cover back on the day of its money', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-25')
    expect(await viewOf(sold)).toMatchObject({ status: 'paid', suspended_since: null })
    await until(sold, '06-26')
    expect(await viewOf(sold)).toMatchObject({
      status: 'paid',
      suspended_since: '2031-06-25T22:00:00+00:00',
      localized_dates: { suspended_since: '2031-06-26T00:00:00+02:00' },
    })
    const [open] = await casesOf(platform, sold.id)
    expect(open).toMatchObject({ state: 'open', step: 'suspended', overdue: premium })
    expect(open?.letters[1]).toMatchObject({
      kind: 'suspension',
      date: '2031-06-26',
      cover_until: '2031-06-25',
      grace_until: '2031-07-25',
      total: premium + fee,
    })
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: premium + fee })
    await until(sold, '07-10')
    await receive(sold, '2031-07-08')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'cured', step: 'suspended' }])
    expect(await viewOf(sold)).toMatchObject({ status: 'paid', suspended_since: null })
    const days = ['06-25', '06-26', '07-07', '07-08']
    expect(await Promise.all(days.map((day) => suspendedOn(sold, day)))).toEqual([
      null,
      '2031-06-25T22:00:00+00:00',
      '2031-06-25T22:00:00+00:00',
      null,
    ])
    // Days without cover cost what they cost: who pays late has paid for them.
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: fee, credit: 0 })
    expect(await eventTypesOf(sold)).toEqual([
      'policy.suspended',
      'dunning.suspended',
      'policy.resumed',
    ])
  })

  it('was covered all the time where the money had come in time', async () => {
    const sold = await suspended()
    await receive(sold, '2031-06-25')
    expect(await viewOf(sold)).toMatchObject({ suspended_since: null })
    expect(await suspendedOn(sold, '06-26')).toBeNull()
  })

  it('was covered all the time where its notice was wrong, and gets another', async () => {
    const sold = await suspended()
    await receive(sold, '2031-06-10', 10_000)
    expect(await viewOf(sold)).toMatchObject({ suspended_since: null })
    expect(await suspendedOn(sold, '06-26')).toBeNull()
    const [open] = await casesOf(platform, sold.id)
    expect(open).toMatchObject({ state: 'open', step: 'notice_sent', grace_until: '2031-07-24' })
    expect(open?.letters.map(({ kind, void_reason }) => [kind, void_reason !== null])).toEqual([
      ['notice', true],
      ['suspension', true],
      ['notice', false],
    ])
    await until(sold, '07-25')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ step: 'suspended' }])
  })

  it('lapses after its days, with the last day of cover, and can be reinstated from then on', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '07-25')
    expect(await viewOf(sold)).toMatchObject({ status: 'paid' })
    await until(sold, '07-26')
    expect(await viewOf(sold)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      termination_date: '2031-06-25T21:59:59+00:00',
      suspended_since: null,
    })
    // 25 of 366 days were covered, and no other is owed.
    const earned = Math.round((premium * 25) / 366)
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: earned + fee })
    const [lapsed] = await casesOf(platform, sold.id)
    expect(lapsed).toMatchObject({ state: 'lapsed', step: 'suspended' })
    expect(lapsed?.letters.at(-1)).toMatchObject({ kind: 'lapse', cover_until: '2031-06-25' })
    // The window of sixty days counts from the lapse, not from the last day of cover.
    await until(sold, '09-20')
    for (const { id: invoiceId, open } of await openInvoices(platform, sold.id)) {
      await receive({ ...sold, invoiceId }, '2031-09-20', open)
    }
    const transactions = transactionsOn(platform, sold.seller)
    const { payment } = await transactions.reinstate(sold.id, { gap: true })
    const promised = { provider: 'invoice', method: 'invoice' }
    const paid = await transactions.pay(sold.id, payment?.token ?? '', promised)
    expect(paid.statusCode, paid.body).toBe(200)
    await platform.runDue()
    expect(await viewOf(sold)).toMatchObject({ status: 'paid', suspended_since: null })
    for (const day of ['06-25', '07-01', '09-20']) {
      expect(await suspendedOn(sold, day)).toBeNull()
    }
  })

  it('stays as it is during a hold, which keeps it from the lapse alone', async () => {
    const sold = await suspended()
    const body = { policy_id: sold.id, until: '2031-08-10', reason: 'They sue.' }
    await managerOn(platform).post('/manage/dunning/holds', body)
    await until(sold, '08-10')
    expect(await viewOf(sold)).toMatchObject({
      status: 'paid',
      suspended_since: '2031-06-25T22:00:00+00:00',
    })
    await until(sold, '08-11')
    expect(await viewOf(sold)).toMatchObject({ status: 'cancelled' })
  })
})

describe('transactions of a policy that is suspended', () => {
  it.each(['2031-06-20', '2031-07-10'])('leave it so, from %s on', async (day) => {
    const sold = await suspended()
    const secretKey = platform.demo.insurer.test.secret
    const transactions = transactionsOn(
      platform,
      sellerOn(platform, { clock: sold.clock, secretKey }),
    )
    const { token } = await transactions.quoteEndorsement(sold.id, { deductible: 1_000_000 }, day)
    const changed = await transactions.endorse(sold.id, { quote_token: token, effective_date: day })
    expect(changed.status).toBe('active')
    const days = ['06-25', '06-26', '07-10']
    expect(await Promise.all(days.map((one) => suspendedOn(sold, one)))).toEqual([
      null,
      '2031-06-25T22:00:00+00:00',
      '2031-06-25T22:00:00+00:00',
    ])
    await receive(sold, '2031-07-10')
    expect(await suspendedOn(sold, '07-10')).toBeNull()
  })

  it('end it, and with it the case, when its last day is over', async () => {
    const sold = await suspended()
    await transactionsOn(platform, sold.seller).cancel(sold.id, '2031-07-20')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'open', step: 'suspended' }])
    expect(await suspendedOn(sold, '07-20')).not.toBeNull()
    await until(sold, '07-21')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'ended', step: 'suspended' }])
  })

  it('that undo its end give the cover back on their day, not when it was to end', async () => {
    const sold = await suspended()
    const secretKey = platform.demo.insurer.test.secret
    const transactions = transactionsOn(
      platform,
      sellerOn(platform, { clock: sold.clock, secretKey }),
    )
    await transactions.cancel(sold.id, '2031-12-31')
    const { payment } = await transactions.reinstate(sold.id, {})
    expect(payment).toMatchObject({ pay_until: '2031-07-10' })
    await transactions.pay(sold.id, payment?.token ?? '', card())
    await platform.runDue()
    const days = ['06-26', '07-09', '07-10', '12-31']
    const since = '2031-06-25T22:00:00+00:00'
    const known = () => Promise.all(days.map((day) => suspendedOn(sold, day)))
    expect(await known()).toEqual([since, since, null, null])
    // Laid again under what comes later it is the same.
    const { token } = await transactions.quoteEndorsement(
      sold.id,
      { deductible: 1_000_000 },
      '2031-06-20',
    )
    await transactions.endorse(sold.id, { quote_token: token, effective_date: '2031-06-20' })
    expect(await known()).toEqual([since, since, null, null])
  })
})
