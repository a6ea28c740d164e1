import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { pushedDraft } from '../builders/draft.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

interface Explained {
  readonly quote_id: string
  readonly is_same: boolean
  readonly quoted: { readonly gross_payment_amount: number }
  readonly recomputed: { readonly result: object; readonly steps: readonly { place: string }[] }
}

interface Report {
  readonly id: string
  readonly status: string
  readonly policies_checked: number
  readonly policies_same: number
  readonly policies_different: number
  readonly differences: readonly object[]
}

async function report(id: string, key?: string): Promise<Report> {
  return (await managerOn(platform, key).get(`/manage/portfolio_checks/${id}`)).json<Report>()
}

/** Starts a check and lets its jobs run. */
async function checkedPortfolio(): Promise<Report> {
  const started = await managerOn(platform).post('/manage/portfolio_checks')
  expect(started.statusCode).toBe(202)
  await platform.runDue()
  return report(started.json<Report>().id)
}

describe('a check of the portfolio', () => {
  it('prices every policy again and finds the one that somebody changed', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    await soldPolicy(seller)
    const honest = await checkedPortfolio()
    expect(honest).toMatchObject({ status: 'done', policies_different: 0, differences: [] })
    expect(honest.policies_checked).toBeGreaterThan(0)
    expect(honest.policies_same).toBe(honest.policies_checked)

    const policy = await soldPolicy(seller)
    await platform.db.query(sql`
      update quotes set premium = jsonb_set(premium, '{netPremium}', '1')
      where id = (select quote_id from policies where id = ${policy.id})`)
    const found = await checkedPortfolio()
    expect(found).toMatchObject({
      policies_checked: honest.policies_checked + 1,
      policies_same: honest.policies_same,
      policies_different: 1,
      differences: [{ policy_id: policy.id, reason: 'A part of the price differs.' }],
    })
  })

  it('runs once, however many ask for it at the same time', async () => {
    const manager = managerOn(platform)
    const started = await Promise.all(
      Array.from({ length: 8 }, () => manager.post('/manage/portfolio_checks')),
    )
    expect(new Set(started.map((one) => one.json<Report>().id)).size).toBe(1)
    await platform.runDue()
  })

  it('is shown to the insurer in the mode it was started in', async () => {
    const { id } = await checkedPortfolio()
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    expect((await live.get(`/manage/portfolio_checks/${id}`)).statusCode).toBe(404)
  })
})

describe('a price', () => {
  it('is explained to the insurer alone, and in its own mode', async () => {
    const policy = await soldPolicy(sellerOn(platform, { product: 'bike' }))
    const { keys, insurer } = platform.demo
    const path = `/manage/policies/${policy.id}/explanation`
    expect((await managerOn(platform, keys.test.secret).get(path)).statusCode).toBe(403)
    expect((await managerOn(platform, insurer.live.secret).get(path)).statusCode).toBe(404)
  })

  it('sold years ago is explained by the revision it was made with, to the same cent', async () => {
    const policy = await soldPolicy(sellerOn(platform, { product: 'bike' }))
    const dearer = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace(/^name: .*$/m, 'name: Another bike insurance'),
    })
    await managerOn(platform).post(`/manage/product_versions/${dearer}/publish`)
    platform.clock.advance({ days: 1000 })

    const response = await managerOn(platform).get(`/manage/policies/${policy.id}/explanation`)
    const explained = response.json<Explained>()
    expect(explained.is_same).toBe(true)
    expect(explained.recomputed.result).toStrictEqual(explained.quoted)
    expect(explained.recomputed.steps.length).toBeGreaterThan(3)
  })
})
