import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { type OnAccount, casesOf, dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
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
const until = async ({ clock }: OnAccount, day: string) => {
  expect(await advanceAll(platform, clock, `2031-${day}T10:00:00Z`)).toMatchObject({
    status: 'ready',
  })
}
const defer = async ({ invoiceId }: Pick<OnAccount, 'invoiceId'>, day: string) => {
  const body = { due_date: day, reason: 'Salary comes later.' }
  const answer = await managerOn(platform).post(`/manage/invoices/${invoiceId}/defer`, body)
  await platform.runDue()
  return answer
}
const ageOn = async ({ invoiceId }: OnAccount, day: string) => {
  const found = await managerOn(platform).get(`/manage/open_items?day=${day}&limit=100`)
  expect(found.statusCode, found.body).toBe(200)
  const items = found.json<JsonObject[]>().filter((one) => one['invoice_id'] === invoiceId)
  return items.map((one) => [one['due_date'], one['bucket']])
}

describe('an invoice that is deferred', () => {
  it('is not overdue before its new day, and then as any other', async () => {
    const sold = await soldUnpaid(platform)
    const answer = await defer(sold, '2031-06-20')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id: sold.invoiceId, state: 'open', open: premium, due_date: '2031-06-20' },
    ])
    await until(sold, '06-20')
    expect(await casesOf(platform, sold.id)).toEqual([])
    await until(sold, '06-21')
    expect(await casesOf(platform, sold.id)).toMatchObject([
      { step: 'overdue', overdue_since: '2031-06-21' },
    ])
  })

  it('ends a dunning case, and reports of the past stay as they were', async () => {
    const sold = await soldUnpaid(platform)
    await until(sold, '06-26')
    expect(await casesOf(platform, sold.id)).toMatchObject([{ step: 'notice_sent' }])
    expect((await defer(sold, '2031-08-15')).statusCode).toBe(200)
    expect(await casesOf(platform, sold.id)).toMatchObject([{ state: 'cured' }])
    await until(sold, '07-20')
    expect((await sold.seller.get(`/policies/${sold.id}`)).json()).toMatchObject({ status: 'paid' })
    const dueOn = async (day: string) => (await ageOn(sold, day))[0]
    expect(await dueOn('2031-06-25')).toEqual(['2031-06-01', '1_30'])
    expect(await dueOn('2031-07-01')).toEqual(['2031-08-15', 'not_due'])
  })

  it('can be deferred again, and says each time from when', async () => {
    const sold = await soldUnpaid(platform)
    await defer(sold, '2031-06-20')
    await defer(sold, '2031-07-20')
    const days = ['2031-06-01 2031-06-20', '2031-06-20 2031-07-20']
    const events = await managerOn(platform).get(`/manage/policies/${sold.id}/history`)
    const deferred = events
      .json<{ events: { type: string; data: Record<string, string> }[] }>()
      .events.filter(({ type }) => type === 'invoice.deferred')
    expect(deferred.map(({ data }) => `${data['due_day_before']} ${data['due_day']}`)).toEqual(days)
  })

  it.each([
    ['2031-06-01', 'due_date_too_early', 'The first possible due date is 2031-06-02.'],
    ['2033-06-01', 'due_date_too_late', 'The last possible due date is 20'],
  ])('to %s is refused with %s', async (day, code, message) => {
    const sold = await soldUnpaid(platform)
    const refused = await defer(sold, day)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code, message: expect.stringContaining(message) },
    ])
  })

  it('is refused once it is settled', async () => {
    const sold = await soldUnpaid(platform)
    const off = `/manage/invoices/${sold.invoiceId}/write_off`
    await managerOn(platform).post(off, { reason: 'Insolvent.' })
    const refused = await defer(sold, '2031-08-01')
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'invoice_not_open' }])
  })
})
