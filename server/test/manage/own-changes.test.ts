import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const dearer = () =>
  exampleFolder('cyber-formula', {
    'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.25'),
    'tests/prices.yaml': null,
  })

async function draftPrice(): Promise<number> {
  const seller = sellerOn(platform, { product: 'cyber-formula' })
  const quote = await seller.quote({ body: { live_product: 'false' } })
  return quote.json<{ gross_payment_amount: number }>().gross_payment_amount
}

const versions = async () => {
  const [row] = await platform.db.query<{ count: number }>(
    sql`select count(*) as count from product_versions`,
  )
  return row?.count ?? 0
}

/** The session through which the platform learns of changes. */
async function changesSession(): Promise<number> {
  const [row] = await platform.db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'bindery changes'`)
  // As 0 it would be the group of this process itself that stands still.
  if (row === undefined) throw new Error('the platform listens for changes')
  return row.pid
}

it.runIf(process.platform !== 'win32')(
  'who pushes a draft is quoted by it, however long the news of it takes',
  async () => {
    const old = await draftPrice()
    const before = await versions()
    const pid = await vi.waitFor(changesSession)
    process.kill(pid, 'SIGSTOP')
    try {
      const pushing = managerOn(platform).push(await dearer())
      const quoting = pushing.then(() => draftPrice())
      await vi.waitFor(async () => expect(await versions()).toBe(before + 1))
      // Long enough for an answer that does not wait for the news to be followed by a quote.
      await Promise.race([quoting, new Promise((resolve) => setTimeout(resolve, 500))])
      process.kill(pid, 'SIGCONT')
      expect((await pushing).statusCode).toBe(200)
      expect(await quoting).toBeGreaterThan(old)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  },
)
