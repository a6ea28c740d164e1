import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesOf, dunCyber } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn } from '../builders/sale.ts'
import { type OpenInvoice, soldOnAccount } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
let other: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await dunCyber(platform)
  const { connection } = platform
  other = await openTestPlatform({ beside: { platform, connection } })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await other.close()
  await platform.close()
})

const policiesAtOnce = 4
const workers = () => [platform, other].map(({ handlers }) => handlers.sweep({}))
const receive = (invoice: OpenInvoice) =>
  managerOn(other).post(`/manage/invoices/${invoice.id}/receipts`, {
    amount: invoice.total,
    currency: invoice.currency,
    received_on: testStart.toZonedDateTimeISO('UTC').toPlainDate().toString(),
  })

/** Policies in true time whose notice is out, with the moment at which they lapse. */
async function noticed(): Promise<{ invoices: OpenInvoice[]; lapseAt: Temporal.Instant }> {
  platform.clock.set(testStart)
  const sold = []
  for (let n = 0; n < policiesAtOnce; n += 1)
    sold.push(await soldOnAccount(platform, sellerOn(platform)))
  const invoices = sold.map(({ invoice }) => invoice)
  const shown = await managerOn(platform).get(`/manage/invoices/${invoices[0]?.id}`)
  const due = Temporal.PlainDate.from(shown.json<{ due_date: string }>().due_date)
  const issued = testStart.toZonedDateTimeISO('Europe/Berlin').toPlainDate()
  const last = Temporal.PlainDate.compare(due, issued) < 0 ? issued : due
  const begins = (days: number) => last.add({ days }).toZonedDateTime('Europe/Berlin').toInstant()
  for (const days of [1, 10, 24]) {
    platform.clock.set(begins(days))
    await platform.handlers.sweep({})
  }
  for (const { policy_id } of invoices) {
    expect(await casesOf(platform, policy_id)).toMatchObject([{ step: 'notice_sent' }])
  }
  return { invoices, lapseAt: begins(24 + 17 + 1) }
}
const statusOf = async ({ policy_id }: OpenInvoice) =>
  (await sellerOn(platform).get(`/policies/${policy_id}`)).json<{ status: string }>().status

describe('money that comes while two workers look', () => {
  it('one second before the lapse keeps every cover', async () => {
    const { invoices, lapseAt } = await noticed()
    platform.clock.set(lapseAt.subtract({ seconds: 1 }))
    const answers = await Promise.all([...invoices.map(receive), ...workers()])
    for (const answer of answers.slice(0, invoices.length)) {
      expect(answer).toMatchObject({ statusCode: 200 })
    }
    platform.clock.set(lapseAt)
    await Promise.all([...workers(), platform.runDue()])
    for (const invoice of invoices) {
      expect(await statusOf(invoice)).toBe('paid')
      expect(await casesOf(platform, invoice.policy_id)).toMatchObject([{ state: 'cured' }])
    }
  })

  it('in the moment of the lapse comes before it, or after it and voids it', async () => {
    const { invoices, lapseAt } = await noticed()
    platform.clock.set(lapseAt)
    await Promise.all([...invoices.map(receive), ...workers()])
    await platform.runDue()
    for (const invoice of invoices) {
      const [one, ...more] = await casesOf(platform, invoice.policy_id)
      expect(more).toEqual([])
      // It was received within the grace, whenever it was recorded.
      expect(['cured', 'lapsed']).toContain(one?.state)
      expect(one?.letters.at(-1)?.kind).toBe(one?.state === 'cured' ? 'notice' : 'revival')
      expect(await statusOf(invoice)).toBe('paid')
    }
  })
})
