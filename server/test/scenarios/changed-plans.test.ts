import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { publishedDraft, pushedDraft } from '../builders/draft.ts'
import { card, lifeOf, monthlyBike, planIdOf } from '../builders/life.ts'
import { checkMoney } from '../builders/money-check.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** A plan is what it was when a policy was sold, until its next term: whatever is published since. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

/** When each instalment was asked for, and by when it was to be paid. */
async function asked(policyId: string): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', issue_day, 'due', due_day, state) as line
    from invoices where policy_id = ${policyId} and kind = 'instalment' order by due_day`)
  return rows.map(({ line }) => line)
}

/** The tries that were made to collect, by day. */
async function tries(policyId: string): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', (created_at at time zone 'Europe/Zurich')::date, status) as line
    from payments where policy_id = ${policyId} and mandate_id is not null order by created_at`)
  return rows.map(({ line }) => line)
}

describe('a plan that a newer version has otherwise', () => {
  it('is for new policies; those that were sold are billed and collected as agreed', async () => {
    const before = await lifeOf(platform, monthlyBike('2027-01-05', '2027-01-10', 'third_try'))
    await publishedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text
          .replace('issue_days_before: 7', 'issue_days_before: 20')
          .replace('retry_days: [3, 5, 7]', 'retry_days: [1]'),
    })
    const after = await lifeOf(platform, monthlyBike('2027-01-05', '2027-01-10', 'third_try'))
    await before.to('2027-03-01')
    await after.to('2027-03-01')
    expect(await asked(before.id)).toEqual(['2027-02-03 due 2027-02-10 settled'])
    expect(await tries(before.id)).toEqual([
      '2027-02-10 failed',
      '2027-02-13 failed',
      '2027-02-18 ok',
    ])
    expect(await asked(after.id)).toEqual([
      '2027-01-21 due 2027-02-10 open',
      '2027-02-18 due 2027-03-10 open',
    ])
    expect(await tries(after.id)).toEqual(['2027-02-10 failed', '2027-02-11 failed'])
  })

  it('is asked by its new frequency from the next term on', async () => {
    const life = await lifeOf(platform, {
      product: 'cyber',
      plan: 'yearly',
      timeZone: 'Europe/Berlin',
      at: '2031-02-01T09:00:00Z',
      quote: { policy_start_date: '2031-03-01' },
      payment: card(),
    })
    const halfYearly = {
      'product.yaml': (text: string) => text.replaceAll('frequency: year', 'frequency: half_year'),
    }
    // The price of a year would be asked twice.
    await expect(pushedDraft(platform, 'cyber', halfYearly)).rejects.toThrow(
      'The output billing_cycles is 1, but the payment plan yearly asks for 2 payments',
    )
    await publishedDraft(platform, 'cyber', {
      ...halfYearly,
      'pricing.yaml': (text) => text.replace(/billing_cycles: .*/, 'billing_cycles: 2'),
    })
    await life.to('2031-12-01')
    expect(await asked(life.id)).toEqual([])
    await life.to('2032-12-01')
    expect(await asked(life.id)).toEqual([
      '2032-03-01 due 2032-03-01 settled',
      '2032-08-18 due 2032-09-01 settled',
    ])
  })
})

describe('a plan that a newer version no longer has', () => {
  it('goes on for those that have it, sells nothing, and blocks the next term until it is back', async () => {
    const planId = await planIdOf(platform, 'bike', 'monthly')
    const life = await lifeOf(platform, monthlyBike('2029-01-05', '2029-01-10'))
    await publishedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace(/ {2}# For those who.*?\n(?=\n)/s, ''),
    })
    const renewals = renewalsOn(platform, life.seller, life.clock)
    const secretKey = platform.demo.insurer.test.secret
    const refused = await sellerOn(platform, { product: 'bike', secretKey }).quote({
      data: { start_date: '2029-01-10', purchase_date: '2029-01-05', payment: 'monthly' },
      body: { subscription_plan_id: planId },
    })
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      404,
      `Subscription plan ${planId} was not found.`,
    ])
    await life.to('2029-12-20')
    expect(await asked(life.id)).toHaveLength(11)
    expect(await renewals.show(life.id)).toMatchObject({
      state: 'blocked',
      problems: [{ code: 'plan' }],
    })
  })
})
