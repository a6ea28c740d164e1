import picocolors from 'picocolors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeTimetable } from '../../../cli/src/output/timetable.ts'
import type { Event, PolicyAccount } from '../../../sdk/src/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { ordersOn } from '../builders/orders.ts'
import { type QuoteChanges, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

const plain = picocolors.createColors(false)

interface Told {
  readonly product: 'bike' | 'cyber'
  readonly plan: string
  readonly timeZone: string
  /** When it is sold. */
  readonly at: string
  readonly quote: JsonObject
  readonly payment: JsonObject
}

/** A policy sold on a clock of its own, and what can be done to it. */
async function lifeOf({ product, plan, timeZone, at, quote, payment }: Told) {
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  const shown = await managerOn(platform).get(`/manage/products/${product}`)
  const planId = shown
    .json<{ payment_plans: { key: string; id: string }[] }>()
    .payment_plans.find(({ key }) => key === plan)?.id
  const asked: QuoteChanges = { data: quote, body: { subscription_plan_id: planId ?? '' } }
  const { id } = await soldPolicy(seller, { quote: asked, payment })
  await platform.workOff()
  const read = async <Answer>(path: string) => (await managerOn(platform).get(path)).json<Answer>()
  return {
    id,
    seller,
    orders: ordersOn(platform, seller),
    to: async (day: string) =>
      expect(await advanceAll(platform, clock, `${day}T10:00:00Z`)).toMatchObject({
        status: 'ready',
      }),
    timetable: async () => {
      const [account, { events }] = await Promise.all([
        read<PolicyAccount>(`/policies/${id}/account`),
        read<{ events: Event[] }>(`/manage/policies/${id}/history`),
      ])
      const lines = describeTimetable({ account, events, timeZone }, plain)
      return `${lines.join('\n')}\n`
    },
  }
}

const card = (mandate = 'ok') => ({ provider: 'sandbox', method: 'card', sandbox: { mandate } })

const bike = (at: string, start_date: string, mandate?: string): Told => ({
  product: 'bike',
  plan: 'monthly',
  timeZone: 'Europe/Zurich',
  at: `${at}T09:00:00Z`,
  quote: { start_date, purchase_date: at, payment: 'monthly' },
  payment: card(mandate),
})

const kept = (name: string) => `timetables/${name}.txt`

describe('a bike paid once', () => {
  it('gets back what a change made cheaper; one that nobody pays for lapses', async () => {
    const { id, orders, to, timetable } = await lifeOf({
      ...bike('2027-03-01', '2027-03-02'),
      plan: 'once',
      quote: { start_date: '2027-03-02', purchase_date: '2027-03-01' },
    })
    await to('2027-06-09')
    const { token } = await orders.quoteChange(id, { damage_cover: false })
    await orders.change(id, { quote_token: token })
    await to('2027-09-01')
    const dearer = await orders.quoteChange(id, { damage_cover: true }, '2027-08-15')
    expect(await orders.change(id, { quote_token: dearer.token })).toMatchObject({
      status: 'proposed',
    })
    await to('2027-10-10')
    await orders.cancel(id, '2027-12-31')
    await to('2028-03-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-paid-once'))
  })
})
