import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { type OnAccount, casesOf, dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await dunCyber(platform)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const premium = 146_241
const fee = 500

/** Until noon in Berlin of a day in 2031, or a moment. */
const until = async ({ clock }: OnAccount, moment: string) => {
  const to = moment.includes('T') ? moment : `2031-${moment}T10:00:00Z`
  expect(await advanceAll(platform, clock, to)).toMatchObject({ status: 'ready' })
}
const receive = async ({ invoiceId }: OnAccount, changes: JsonObject = {}) => {
  const came = { amount: premium, currency: 'eur', received_on: '2031-05-20', ...changes }
  const answer = await managerOn(platform).post(`/manage/invoices/${invoiceId}/receipts`, came)
  expect(answer.statusCode, answer.body).toBe(200)
  await platform.runDue()
}
const policyOf = async ({ seller, id }: OnAccount) => (await seller.get(`/policies/${id}`)).json()
const eventTypesOf = async ({ id }: OnAccount): Promise<string[]> => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = history.json<{ events: { type: string }[] }>()
  return events.map(({ type }) => type).filter((type) => type.startsWith('dunning.'))
}

describe('a policy whose invoice nobody pays', () => {
  it('is reminded, noticed with a last day, and lapses on the day after it', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-01')
    expect(await casesOf(platform, sold.id)).toEqual([])
    await until(sold, '06-02')
    expect(await casesOf(platform, sold.id)).toMatchObject([
      {
        state: 'open',
        step: 'overdue',
        overdue_since: '2031-06-02',
        overdue: premium,
        letters: [],
      },
    ])
    await until(sold, '06-10')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ step: 'overdue' }])
    await until(sold, '06-11')
    expect(await casesOf(platform, sold.id)).toMatchObject([
      { step: 'reminded', letters: [{ kind: 'reminder', date: '2031-06-11', total: premium }] },
    ])
    await until(sold, '06-25')
    const [noticed] = await casesOf(platform, sold.id)
    expect(noticed).toMatchObject({
      step: 'notice_sent',
      grace_until: '2031-07-12',
      overdue: premium,
    })
    expect(noticed?.letters[1]).toMatchObject({
      kind: 'notice',
      date: '2031-06-25',
      total: premium + fee,
      grace_until: '2031-07-12',
      invoices: [
        { id: sold.invoiceId, kind: 'sale', due_date: '2031-06-01', open: premium },
        { kind: 'fee', open: fee, due_date: '2031-07-12' },
      ],
    })
    await until(sold, '2031-07-12T21:59:59Z')
    expect(await policyOf(sold)).toMatchObject({ status: 'paid' })
    await until(sold, '2031-07-12T22:00:00Z')
    expect(await policyOf(sold)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      cancellation_reason: 'The premium was not paid.',
      termination_date: '2031-07-12T21:59:59+00:00',
    })
    // Six weeks of cover are owed, and the fee.
    const earned = Math.round((premium * 42) / 366)
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: earned + fee, credit: 0 })
    expect(await casesOf(platform, sold.id)).toMatchObject([
      {
        state: 'lapsed',
        letters: [{}, {}, { kind: 'lapse', cover_until: '2031-07-12', total: earned + fee }],
      },
    ])
    expect(await eventTypesOf(sold)).toEqual([
      'dunning.opened',
      'dunning.reminded',
      'dunning.notice_sent',
      'dunning.lapsed',
    ])
    await until(sold, '12-01')
    expect(await casesOf(platform, sold.id)).toHaveLength(1)
  })

  it('revives with the whole premium of the notice, and not with what it owes since the lapse', async () => {
    const [whole, part] = [await soldUnpaid(platform), await soldUnpaid(platform)]
    const earned = Math.round((premium * 42) / 366)
    for (const sold of [whole, part]) {
      await until(sold, '07-20')
      expect((await casesOf(platform, sold.id))[0]?.letters.at(-1)).toMatchObject({
        grace_until: '2031-08-12',
        revival_amount: premium,
        total: earned + fee,
      })
    }
    await receive(whole, { received_on: '2031-07-20' })
    await receive(part, { received_on: '2031-07-20', amount: earned + fee })
    expect(await policyOf(whole)).toMatchObject({ status: 'paid' })
    expect(await moneyOf(platform, whole.id)).toMatchObject({ receivable: fee, credit: 0 })
    expect(await policyOf(part)).toMatchObject({ status: 'cancelled' })
    expect(await moneyOf(platform, part.id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('keeps its cover where the money comes one second before the lapse', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '2031-07-12T21:59:59Z')
    await receive(sold, { received_on: '2031-07-12' })
    expect(await casesOf(platform, sold.id)).toMatchObject([
      { state: 'cured', step: 'notice_sent' },
    ])
    await until(sold, '08-01')
    expect(await policyOf(sold)).toMatchObject({ status: 'paid' })
    // The fee stays owed, and ends no cover.
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: fee })
    expect(await casesOf(platform, sold.id)).toHaveLength(1)
  })

  it('is cured before anything was written, and by giving up what is open', async () => {
    const [paid, given] = [await soldUnpaid(platform), await soldUnpaid(platform)]
    await until(paid, '06-05')
    await until(given, '06-12')
    await receive(paid, { received_on: '2031-06-05' })
    const off = `/manage/invoices/${given.invoiceId}/write_off`
    await managerOn(platform).post(off, { reason: 'The company is insolvent.' })
    await platform.runDue()
    for (const sold of [paid, given]) {
      expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'cured' }])
      await until(sold, '09-01')
      expect(await policyOf(sold)).toMatchObject({ status: 'paid' })
    }
  })

  it('is not cured by a part of the money', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-26')
    await receive(sold, { amount: premium - 1, received_on: '2031-06-26' })
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'open', overdue: 1 }])
    await until(sold, '07-13')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'lapsed' }])
    expect(await policyOf(sold)).toMatchObject({ status: 'cancelled' })
  })

  it('is followed to the day for which its customer has cancelled, and then left alone', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-12')
    const { version_id: version } = (await policyOf(sold)) as { version_id: string }
    await sold.seller.cancel(sold.id, version, { termination_date: '2031-06-30' })
    await platform.runDue()
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'open', step: 'reminded' }])
    await until(sold, '06-30')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'open', step: 'notice_sent' }])
    await until(sold, '07-01')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'ended' }])
  })
})

describe('a notice', () => {
  it('is void where money had come before it, and is written again with another grace', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '07-01')
    await receive(sold, { amount: 10_000, received_on: '2031-06-20' })
    const [open] = await casesOf(platform, sold.id)
    expect(open).toMatchObject({ state: 'open', step: 'notice_sent', grace_until: '2031-07-18' })
    expect(open?.letters.map(({ kind, total }) => [kind, total])).toEqual([
      ['reminder', premium],
      ['notice', premium + fee],
      ['notice', premium - 10_000 + fee],
    ])
    expect(open?.letters[1]?.void_reason).toContain('2031-06-20')
    await until(sold, '07-18')
    expect(await policyOf(sold)).toMatchObject({ status: 'paid' })
    await until(sold, '07-19')
    expect(await policyOf(sold)).toMatchObject({ status: 'cancelled' })
    expect(await eventTypesOf(sold)).toContain('dunning.notice_voided')
  })

  it('counts where a part comes after it', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '07-01')
    await receive(sold, { amount: 10_000, received_on: '2031-06-30' })
    expect(await casesOf(platform, sold.id)).toMatchObject([{ grace_until: '2031-07-12' }])
  })
})

describe('a hold', () => {
  const hold = async (of: JsonObject, last: string) => {
    const body = { ...of, until: last, reason: 'A flood.' }
    const made = await managerOn(platform).post('/manage/dunning/holds', body)
    expect(made.statusCode, made.body).toBe(200)
    return made.json<{ id: string }>().id
  }
  const release = async (id: string) => {
    const released = await managerOn(platform).post(`/manage/dunning/holds/${id}/release`)
    expect(released.statusCode, released.body).toBe(200)
    await platform.runDue()
  }

  it('of a policy stops its case until its last day is over', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-26')
    await hold({ policy_id: sold.id }, '2031-07-31')
    await until(sold, '07-31')
    expect(await policyOf(sold)).toMatchObject({ status: 'paid' })
    await until(sold, '08-01')
    expect(await policyOf(sold)).toMatchObject({ status: 'cancelled' })
  })

  it('lets it be cured all the same', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-26')
    await hold({ policy_id: sold.id }, '2031-07-31')
    await receive(sold, { received_on: '2031-06-26' })
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'cured' }])
  })

  it('of a product stops all of them, and they go on at once when it is released', async () => {
    const [one, other] = [await soldUnpaid(platform), await soldUnpaid(platform)]
    await until(one, '06-05')
    await until(other, '06-05')
    const id = await hold({ product_id: 'cyber' }, '2031-12-31')
    await until(one, '06-20')
    await until(other, '06-20')
    expect(await casesOf(platform, one.id)).toMatchObject([{ step: 'overdue' }])
    await release(id)
    for (const sold of [one, other]) {
      expect(await casesOf(platform, sold.id)).toMatchObject([
        { step: 'reminded', letters: [{ date: '2031-06-20' }] },
      ])
    }
    // What came late moves what follows: two weeks lie between reminder and notice.
    await until(one, '07-03')
    expect(await casesOf(platform, one.id)).toMatchObject([{ step: 'reminded' }])
    await until(one, '07-04')
    expect(await casesOf(platform, one.id)).toMatchObject([{ step: 'notice_sent' }])
    const again = await managerOn(platform).post(`/manage/dunning/holds/${id}/release`)
    expect(again.statusCode).toBe(422)
  })

  it('without an end is refused, as is one that is over or of nothing', async () => {
    const sold = await soldUnpaid(platform)
    const of = { policy_id: sold.id, reason: 'A flood.' }
    const refusedOnes: readonly JsonObject[] = [
      of,
      { ...of, until: 'forever' },
      { ...of, until: '2031-04-30' },
      { ...of, until: '2033-01-01' },
      { ...of, until: '2031-07-01', product_id: 'cyber' },
      { until: '2031-07-01', reason: 'A flood.' },
      { until: '2099-12-31', reason: 'A flood.', product_id: 'cyber' },
      { until: '2020-12-31', reason: 'A flood.', product_id: 'cyber' },
    ]
    for (const body of refusedOnes) {
      const refused = await managerOn(platform).post('/manage/dunning/holds', body)
      expect(refused.statusCode, JSON.stringify(body)).toBe(400)
    }
  })
})
