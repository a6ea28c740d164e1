import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { roleKey } from '../builders/restricted.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

interface Row {
  readonly day: string | null
  readonly product_id: string | null
  readonly distributor_id: string | null
  readonly currency: string
  readonly quotes: number
  readonly sold: number
  readonly conversion: number | null
  readonly ended: number
  readonly written: number
  readonly charged: number
  readonly collected: number
  readonly collection_rate: number | null
  readonly written_off: number
  readonly owed: number
}
interface Figures {
  readonly is_complete: boolean
  readonly computed_at: string | null
  readonly rows: readonly Row[]
}

const allDays = 'from=2020-01-01&to=2035-12-31'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await liveThrough()
})
afterAll(() => platform.close())

/** Sales on several days, of two products, one cancelled, one unpaid. */
async function liveThrough(): Promise<void> {
  const cyber = sellerOn(platform)
  await cyber.quote()
  await soldPolicy(cyber)
  await soldPolicy(sellerOn(platform, { product: 'bike' }))
  platform.clock.advance({ hours: 24 })
  const { id } = await soldPolicy(cyber)
  await transactionsOn(platform, cyber).cancel(id, '2027-06-30')
  await trackReceipts(platform)
  const { invoice } = await soldOnAccount(platform)
  platform.clock.advance({ hours: 72 })
  const manager = managerOn(platform)
  await manager.post(`/manage/invoices/${invoice.id}/write_off`, { reason: 'Nobody pays.' })
  await soldOnAccount(platform)
  await platform.runDue()
}

const figures = async (query = allDays, key?: string) =>
  (await managerOn(platform, key).get(`/manage/figures?${query}`)).json<Figures>()
/** Each run goes through a month of days. */
async function computed(): Promise<void> {
  for (let run = 0; run < 40; run += 1) {
    await platform.handlers.sweep({})
    if ((await figures()).is_complete) return
    platform.clock.advance({ minutes: 11 })
  }
  throw new Error('the figures were not completed')
}
const sum = (rows: readonly Row[], name: keyof Row) =>
  rows.reduce((all, row) => all + Number(row[name]), 0)

describe('the figures of days', () => {
  beforeAll(computed)

  it('equal the ledger, in every currency', async () => {
    const balance = await managerOn(platform).get(`/manage/trial_balance?${allDays}`)
    const { accounts } = balance.json<{
      accounts: { currency: string; account: string; closing: number }[]
    }>()
    const { rows } = await figures()
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const closing = (account: string) =>
        accounts.find((one) => one.currency === row.currency && one.account === account)?.closing ??
        0
      expect([row.currency, row.written]).toEqual([row.currency, -closing('premium')])
      expect([row.currency, row.owed]).toEqual([row.currency, closing('receivable')])
      expect([row.currency, row.written_off]).toEqual([row.currency, closing('written_off')])
    }
    expect(sum(rows, 'owed')).toBeGreaterThan(0)
    expect(sum(rows, 'written_off')).toBeGreaterThan(0)
  })

  it('count what was quoted, sold and ended', async () => {
    const { rows } = await figures()
    const manager = managerOn(platform)
    const listed = async (list: string) => (await manager.get(`/manage/${list}?limit=100`)).json()
    expect(sum(rows, 'quotes')).toBe((await listed('quotes')).length)
    expect(sum(rows, 'sold')).toBe((await listed('policies')).length)
    expect(sum(rows, 'ended')).toBe(1)
    const eur = rows.find(({ currency }) => currency === 'eur')
    expect(eur?.conversion).toBe(Number(((eur?.sold ?? 0) / (eur?.quotes ?? 1)).toFixed(4)))
  })

  it('are the same in sum by whatever they are asked for', async () => {
    const whole = (await figures()).rows
    for (const by of ['day', 'product', 'distributor', 'day,product,distributor']) {
      const { rows } = await figures(`${allDays}&by=${by}`)
      expect(rows.length).toBeGreaterThanOrEqual(whole.length)
      for (const name of ['quotes', 'sold', 'written', 'charged', 'collected', 'owed'] as const) {
        expect([by, name, sum(rows, name)]).toEqual([by, name, sum(whole, name)])
      }
    }
    const { rows } = await figures(`${allDays}&by=day`)
    expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThan(2)
  })

  it('are those that the caller may see', async () => {
    const { product_id } = platform.demo.products['bike'] ?? {}
    const bikes = await roleKey(platform, 'bike-figures', [
      { permission: 'figures.read', productIds: [product_id ?? ''] },
    ])
    const seen = await figures(`${allDays}&by=product`, bikes)
    expect(seen.rows.map((row) => row.product_id)).toEqual([product_id])
    const asked = await figures(`${allDays}&by=product&product_id=bike`)
    expect(seen.rows).toEqual(asked.rows)
  })

  it('come back by themselves where they were lost or are wrong', async () => {
    const before = (await figures(`${allDays}&by=day`)).rows
    await platform.db.query(sql`update daily_figures set written = written + 1`)
    await platform.db.query(sql`delete from daily_figures where sold > 0`)
    for (let run = 0; run < 40; run += 1) {
      platform.clock.advance({ minutes: 11 })
      await platform.handlers.sweep({})
      if (JSON.stringify((await figures(`${allDays}&by=day`)).rows) === JSON.stringify(before))
        break
    }
    expect((await figures(`${allDays}&by=day`)).rows).toEqual(before)
  })
})
