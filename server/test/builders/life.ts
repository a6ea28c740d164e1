import { describeTimetable } from '@bindery/cli/src/output/timetable.ts'
import type { Event, PolicyAccount } from '@bindery/sdk'
import picocolors from 'picocolors'
import { expect } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { advanceAll, newClock } from './clock.ts'
import { managerOn } from './manager.ts'
import { openInvoices, tokenOf } from './open-invoice.ts'
import { transactionsOn } from './transactions.ts'
import { type QuoteChanges, sellerOn, soldPolicy } from './sale.ts'

const plain = picocolors.createColors(false)

/** What is sold, when, and how it is paid. */
export interface LifeSettings {
  readonly product: 'bike' | 'cyber'
  readonly plan: string
  readonly timeZone: string
  /** When it is sold. */
  readonly at: string
  readonly quote: JsonObject
  readonly payment: JsonObject
}

/** A policy sold on a clock of its own, and what can be done to it. */
export async function lifeOf(platform: TestPlatform, settings: LifeSettings) {
  const { product, plan, timeZone, at, quote, payment } = settings
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  const subscription_plan_id = await planIdOf(platform, product, plan)
  const asked: QuoteChanges = { data: quote, body: { subscription_plan_id } }
  const { id } = await soldPolicy(seller, { quote: asked, payment })
  await platform.runDue()
  const read = async <Answer>(path: string) => (await managerOn(platform).get(path)).json<Answer>()
  return {
    id,
    seller,
    transactions: transactionsOn(platform, seller),
    clock,
    /** Pays the open invoice that is due first with its own token. */
    payOpen: async (mandate?: string) => {
      const [open] = await openInvoices(platform, id)
      const token = open && (await tokenOf(platform, id, open))
      const body = { policy_id: id, token: token ?? 'none', ...card(mandate) }
      const paid = await seller.post('/payments', body)
      expect(paid.statusCode, paid.body).toBe(200)
      await platform.runDue()
    },
    to: async (day: string) => {
      platform.clock.advance({ seconds: 1 }) // True time goes on too: by it the newest is found.
      expect(await advanceAll(platform, clock, `${day}T10:00:00Z`)).toMatchObject({
        status: 'ready',
      })
    },
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

export const card = (mandate = 'ok') => ({
  provider: 'sandbox',
  method: 'card',
  sandbox: { mandate },
})

/** One that is paid monthly by card. */
export const monthlyBike = (at: string, start_date: string, mandate?: string): LifeSettings => ({
  product: 'bike',
  plan: 'monthly',
  timeZone: 'Europe/Zurich',
  at: `${at}T09:00:00Z`,
  quote: { start_date, purchase_date: at, payment: 'monthly' },
  payment: card(mandate),
})

export async function planIdOf(
  platform: TestPlatform,
  product: string,
  plan: string,
): Promise<string> {
  const shown = await managerOn(platform).get(`/manage/products/${product}`)
  const { payment_plans: plans } = shown.json<{ payment_plans: { key: string; id: string }[] }>()
  const found = plans.find(({ key }) => key === plan)
  if (found === undefined) throw new Error(`${product} has no plan ${plan}`)
  return found.id
}
