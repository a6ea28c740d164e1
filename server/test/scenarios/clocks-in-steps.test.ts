import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClockId } from '../../src/kernel/index.ts'
import { advanceAll, beginAdvance, newClock } from '../builders/clock.ts'
import { card, planIdOf } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { cards } from './billing-model.ts'

/**
 * Policies on one clock do not wait for each other, and yet each of them lives as if the clock had
 * been advanced day by day: with the same invoices, payments, letters and events, each at the same
 * moment.
 */

let platform: TestPlatform
let planId: string
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  planId = await planIdOf(platform, 'bike', 'monthly')
})
afterAll(() => platform.close())

/** More of them with CLOCKS_IN_STEPS=20. */
const runs = Number(process.env['CLOCKS_IN_STEPS'] ?? 1)
/** Only who hangs is to meet it. */
const timeLimitMs = 240_000 + runs * 60_000

const soldAt = '2031-01-10T09:00:00Z'
const end = Temporal.PlainDate.from('2031-05-20')

interface Sale {
  readonly card: (typeof cards)[number]
  /** The first day of cover, counted from the sale. */
  readonly firstDay: number
}

async function soldOn(clock: ClockId, sales: readonly Sale[]): Promise<string[]> {
  const seller = sellerOn(platform, { product: 'bike', clock })
  const sold: string[] = []
  for (const sale of sales) {
    const start_date = Temporal.PlainDate.from('2031-01-10').add({ days: sale.firstDay }).toString()
    const data = { start_date, purchase_date: '2031-01-10', payment: 'monthly' }
    const quote = { data, body: { subscription_plan_id: planId } }
    sold.push((await soldPolicy(seller, { quote, payment: card(sale.card) })).id)
  }
  await platform.runDue()
  return sold
}

const atNoon = (day: Temporal.PlainDate) => `${day}T12:00:00Z`

async function advancedTo(clock: ClockId, day: Temporal.PlainDate): Promise<void> {
  expect(await advanceAll(platform, clock, atNoon(day))).toMatchObject({ status: 'ready' })
}

/** Everything that happened to a policy and all its money, without names that are made by chance. */
async function lifeOf(id: string): Promise<{ events: string[]; account: string }> {
  const manager = managerOn(platform)
  const { events } = (await manager.get(`/manage/policies/${id}/history`)).json<{
    events: { type: string; clock_at: string; data: object }[]
  }>()
  const account = (await manager.get(`/policies/${id}/account`)).body
  return {
    events: events
      .filter(({ type }) => !type.startsWith('document.'))
      .map(({ type, clock_at: at, data }) => nameless(`${at} ${type} ${JSON.stringify(data)}`)),
    account: nameless(account),
  }
}

const nameless = (text: string) => text.replace(/\b(?:[a-z]{2,4}_|t|token=)[0-9a-f]{20,}/g, 'id')

const someSales = fc.array(
  fc.record({ card: fc.constantFrom(...cards), firstDay: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 4, maxLength: 4 },
)

it(
  'a clock that is advanced in one go leaves the same lives as one that is advanced in steps',
  async () => {
    const someSteps = fc.array(fc.integer({ min: 1, max: 125 }), { minLength: 4, maxLength: 8 })
    const property = fc.asyncProperty(someSales, someSteps, async (sales, steps) => {
      const [whole, stepped] = [await newClock(platform, soldAt), await newClock(platform, soldAt)]
      const [one, other] = [await soldOn(whole, sales), await soldOn(stepped, sales)]
      await advancedTo(whole, end)
      for (const days of [...new Set(steps)].toSorted((a, b) => a - b)) {
        await advancedTo(stepped, Temporal.PlainDate.from('2031-01-10').add({ days }))
      }
      await advancedTo(stepped, end)
      expect(await Promise.all(one.map(lifeOf))).toEqual(await Promise.all(other.map(lifeOf)))
    })
    // These meet every kind of deadline: a letter, a suspension, a retry, a charge-back.
    const examples = [
      [
        (['ok', 'hard_decline', 'third_try', 'charge_back'] as const).map((one, n) => {
          return { card: one, firstDay: 2 + 7 * n }
        }),
        [9, 31, 60, 61, 100],
      ],
    ] satisfies [Sale[], number[]][]
    await fc.assert(property, { numRuns: runs, examples, endOnFailure: true })
  },
  timeLimitMs,
)

it(
  'a clock whose workers meet and lose their connections asks for everything once, on its day',
  async () => {
    const other = await openTestPlatform({
      beside: { platform, connection: platform.connection },
    })
    const cutter = new pg.Client({ ...platform.connection })
    await cutter.connect()
    try {
      const sales = [3, 3, 11, 12, 25].map((firstDay) => ({ card: 'ok', firstDay }) as const)
      const [calm, cut] = [await newClock(platform, soldAt), await newClock(platform, soldAt)]
      const [one, another] = [await soldOn(calm, sales), await soldOn(cut, sales)]
      await advancedTo(calm, end)
      await beginAdvance(platform, cut, atNoon(end))
      for (const afterMs of [20, 60, 120]) {
        const turns = [platform, other].map(({ handlers }) =>
          handlers.advance_clock({ clockId: cut }),
        )
        const ended = Promise.allSettled(turns)
        await pause(afterMs)
        await cutter.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        await ended
      }
      let shown: string
      do {
        platform.clock.advance({ seconds: 1 })
        await platform.runDue().catch(() => undefined) // Its connection may have been cut as well.
        const answer = await managerOn(platform).get(`/manage/clocks/${cut}`)
        shown = answer.json<{ status: string }>().status
      } while (shown === 'advancing')
      expect(shown).toBe('ready')
      const asked = await Promise.all(one.map(askedOf))
      expect(asked.flat()).toHaveLength(24) // Five of each, but of the last, which began later.
      expect(await Promise.all(another.map(askedOf))).toEqual(asked)
      expect(await checkMoney(platform)).toMatchObject({ faults: [] })
    } finally {
      await cutter.end()
      await other.close()
    }
  },
  timeLimitMs,
)

/** What a policy was asked for, and what is left of it. How often a card was tried differs. */
async function askedOf(id: string): Promise<object[]> {
  const { body } = await managerOn(platform).get(`/manage/invoices?policy_id=${id}`)
  const invoices = JSON.parse(body) as {
    kind: string
    issue_date: string
    due_date: string
    total: number
    open: number
  }[] // As the document says.
  return invoices
    .map(({ kind, issue_date, due_date, total, open }) => {
      return { kind, issue_date, due_date, total, open }
    })
    .toSorted((a, b) => a.due_date.localeCompare(b.due_date))
}
