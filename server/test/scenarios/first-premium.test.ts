import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { type OnAccount, casesOf, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { sellerOn } from '../builders/sale.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Sold on 1 May 2031 for 1 June 2031 on, on account: the first premium is due on 1 June. */
const premium = 146_241
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishedDraft(platform, 'cyber', {
    'product.yaml': (text) =>
      withoutRenewal(text).replace(
        '    methods:',
        '    receipts: tracked\n    first_premium: suspends\n    methods:',
      ),
  })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const sold = async () => {
  const one = await soldUnpaid(platform)
  await platform.runDue()
  return one
}
const until = async ({ clock }: OnAccount, day: string) => {
  const at = await advanceAll(platform, clock, `2031-${day}T10:00:00Z`)
  expect(at).toMatchObject({ status: 'ready' })
}
const pay = async ({ invoiceId: id }: OnAccount, day: string) => {
  await receivedByHand(platform, { id, amount: premium, currency: 'eur', on: `2031-${day}` })
  await platform.runDue()
}
const coverOn = ({ seller, id }: OnAccount, ...days: string[]) =>
  Promise.all(
    days.map(async (day) => {
      const viewed = await seller.get(`/policies/${id}?as_of=2031-${day}`)
      return viewed.json<JsonObject & { cover: { state: string } }>().cover.state
    }),
  )
const overdueEvents = async ({ id }: OnAccount): Promise<number> => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = history.json<{ events: { type: string }[] }>()
  return events.filter(({ type }) => type === 'policy.first_premium_overdue').length
}

describe('a policy whose first premium is to be paid first', () => {
  it('has no cover until it is, and covers from the start where it is paid by its due day', async () => {
    const life = await sold()
    expect(await coverOn(life, '05-31', '06-01', '06-20')).toEqual([
      'not_begun',
      'suspended',
      'suspended',
    ])
    await until(life, '06-01')
    await pay(life, '06-01')
    expect(await coverOn(life, '06-01', '06-20')).toEqual(['covered', 'covered'])
    await until(life, '06-20')
    expect(await overdueEvents(life)).toBe(0)
    expect(await moneyOf(platform, life.id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('covers from the start where it was paid before', async () => {
    const life = await sold()
    await pay(life, '05-01')
    expect(await coverOn(life, '06-01')).toEqual(['covered'])
  })

  it('covers from the day of a later payment, and a person hears of the due day', async () => {
    const life = await sold()
    await until(life, '07-20')
    expect(await overdueEvents(life)).toBe(1)
    // Par. 38 is about later premiums.
    expect(await casesOf(platform, life.id)).toEqual([])
    await pay(life, '07-19')
    expect(await coverOn(life, '06-01', '07-18', '07-19')).toEqual([
      'suspended',
      'suspended',
      'covered',
    ])
    expect(await overdueEvents(life)).toBe(1)
  })

  it('covers up to the day for which it was cancelled, once it is paid', async () => {
    const life = await sold()
    await transactionsOn(platform, life.seller).cancel(life.id, '2031-12-31')
    expect(await coverOn(life, '06-01', '12-31')).toEqual(['suspended', 'suspended'])
    await pay(life, '05-01')
    expect(await coverOn(life, '06-01', '12-31')).toEqual(['covered', 'covered'])
  })

  it('still waits for it where a cancellation is taken back, whenever cover begins', async () => {
    const [early, begun] = [await sold(), await sold()]
    await until(begun, '06-01')
    for (const life of [early, begun]) {
      const transactions = transactionsOn(platform, life.seller)
      await transactions.cancel(life.id, '2031-12-31')
      const { payment } = await transactions.reinstate(life.id)
      // What the cancellation gave back is promised again; the first premium is still open.
      if (payment !== null) await transactions.pay(life.id, payment.token)
      await platform.runDue()
      expect(await coverOn(life, '06-01', '07-01', '12-31')).not.toContain('covered')
    }
    await pay(early, '05-01')
    expect(await coverOn(early, '06-01', '12-31')).toEqual(['covered', 'covered'])
  })

  it('owes nothing more where it is rescinded: cancelled to its first day, and written off', async () => {
    const life = await sold()
    await until(life, '06-10')
    const secretKey = platform.demo.insurer.test.secret
    const insurer = sellerOn(platform, { clock: life.clock, secretKey })
    await transactionsOn(platform, insurer).cancel(life.id, '2031-06-01')
    const off = `/manage/invoices/${life.invoiceId}/write_off`
    await managerOn(platform).post(off, { reason: 'Rescinded.' })
    await platform.runDue()
    expect(await moneyOf(platform, life.id)).toMatchObject({ receivable: 0 })
  })
})
