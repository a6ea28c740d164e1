import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedReports } from '../builders/reports.ts'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPricedBike(platform, (text) =>
    text.replace('refund: full_before_start', 'refund: none'),
  )
})
afterAll(() => platform.close())

const get = async (path: string) => {
  const answer = await managerOn(platform).get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
/** Written, earned and unearned. */
async function premiumOf(id: string, day: string) {
  const answer = await get(`/manage/earned_premium?day=${day}&policy_id=${id}`)
  const [row] = answer.json<{ written: number; earned: number; unearned: number }[]>()
  return row && [row.written, row.earned, row.unearned]
}

/** For the year 2027, sold the day before and paid at once. */
const sold = () => pricedBike(platform, { start: '2027-01-01', price: 119_000, plan: 'once' })

describe('a policy for 1,190 euros a year', () => {
  it('has 915.07 unearned at the end of January, net of tax', async () => {
    const { id } = await sold()
    expect(await premiumOf(id, '2027-01-31')).toEqual([100_000, 8_493, 91_507])
    expect(await premiumOf(id, '2026-12-31')).toEqual([100_000, 0, 100_000])
    expect(await premiumOf(id, '2027-12-31')).toEqual([100_000, 100_000, 0])
    expect(await premiumOf(id, '2026-12-30')).toBeUndefined()
  })

  it('says of a day what was known then, whatever is endorsed later', async () => {
    const { id, to, transactions } = await sold()
    await to('2027-02-20')
    const { token } = await transactions.quoteEndorsement(id, { bike_price: 142_800 }, '2027-01-21')
    const order = { quote_token: token, effective_date: '2027-01-21' }
    const { payment } = await transactions.endorse(id, order)
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await premiumOf(id, '2027-02-19')).toEqual([100_000, 13_698, 86_302])
    // 20 days at 119000, and 31 at 142800: net 5480 and 10191.
    const [written = 0, earned, unearned = 0] = (await premiumOf(id, '2027-02-20')) ?? []
    expect(written).toBeGreaterThan(100_000)
    expect([earned, written - unearned]).toEqual([15_671, 15_671])
    await agreedReports(platform, '2027-02-19')
    await agreedReports(platform, '2027-02-20')
  })

  it('that is kept whole after a cancellation has earned it with the last day of cover', async () => {
    const { id, to, transactions } = await sold()
    await to('2027-02-20')
    await transactions.cancel(id, '2027-03-01')
    await platform.runDue()
    await to('2027-03-10')
    expect(await premiumOf(id, '2027-02-28')).toEqual([100_000, 16_165, 83_835])
    expect(await premiumOf(id, '2027-03-01')).toEqual([100_000, 100_000, 0])
    await agreedReports(platform, '2027-03-01')
  })
})

describe('a month that is closed', () => {
  it('says nothing of an endorsement that is posted after it', async () => {
    const { id, to, transactions } = await sold()
    await to('2027-02-20')
    const closed = await managerOn(platform).post('/manage/closings', { month: '2027-02' })
    expect(closed.statusCode, closed.body).toBe(202)
    const { token } = await transactions.quoteEndorsement(id, { bike_price: 95_200 }, '2027-02-20')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-02-20' })
    await platform.runDue()
    // It is active since 20 February, and posted on 1 March.
    expect(await premiumOf(id, '2027-02-28')).toEqual([100_000, 16_165, 83_835])
    const [written = 0, earned = 0] = (await premiumOf(id, '2027-03-01')) ?? []
    expect(written).toBeLessThan(100_000)
    expect(earned).toBeLessThan(16_165)
    const reports = await Promise.all(
      ['2027-02-28', '2027-03-01', '2027-12-31'].map((day) => agreedReports(platform, day)),
    )
    expect(reports).toHaveLength(3)
  })
})

describe('the report', () => {
  it('is searched by product, distributor and policy, page by page', async () => {
    const day = 'day=2027-06-30'
    const all = (await get(`/manage/earned_premium?${day}&limit=100`)).json<
      { policy_id: string; product_id: string; distributor_id: string }[]
    >()
    expect(all.length).toBeGreaterThan(2)
    const paged = await get(`/manage/earned_premium?${day}&limit=1`)
    expect(paged.json()).toEqual(all.slice(0, 1))
    const after = `starting_after=${all[0]?.policy_id}`
    expect((await get(`/manage/earned_premium?${day}&limit=1&${after}`)).json()).toEqual(
      all.slice(1, 2),
    )
    const { product_id, distributor_id } = all[0] ?? {}
    const found = async (filter: string) =>
      (await get(`/manage/earned_premium?${day}&limit=100&${filter}`)).json<object[]>()
    expect(await found(`product_id=${product_id}`)).toEqual(all)
    expect(await found(`distributor_id=${distributor_id}`)).toEqual(all)
    expect(await found('product_id=pr_01af10842400889871db018f4c93')).toEqual([])
    expect(await found('distributor_id=acc_01af108424003b7d814717e52b7b')).toEqual([])
  })

  it('is exported with the same rows', async () => {
    const rows = (await get('/manage/earned_premium?day=2027-02-28&limit=100')).json<
      Record<string, unknown>[]
    >()
    const [head = '', ...lines] = (await get('/manage/earned_premium/export?day=2027-02-28')).body
      .trimEnd()
      .split('\n')
    const columns = head.split(',')
    expect(lines).toEqual(rows.map((row) => columns.map((column) => row[column]).join(',')))
  })

  it('is open to whoever may read the ledger, and to nobody else', async () => {
    const without = await platform.app.inject({
      url: '/manage/earned_premium?day=2027-01-31',
      headers: { authorization: `Bearer ${platform.demo.keys.test.secret}` },
    })
    expect(without.statusCode).toBe(403)
  })
})
