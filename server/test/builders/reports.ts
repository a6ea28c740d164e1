import { expect } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

interface EarnedRow {
  readonly policy_id: string
  readonly currency: string
  readonly written: number
  readonly earned: number
  readonly unearned: number
}

interface OpenRow {
  readonly invoice_id: string
  readonly policy_id: string
  readonly currency: string
  readonly open: number
  readonly overdue_days: number
  readonly bucket: string
}

/** What the reports of a day say, page by page. */
export async function reportsOn(platform: TestPlatform, day: string) {
  const [earned, open] = await Promise.all([
    allOf<EarnedRow>(platform, `/manage/earned_premium?day=${day}`),
    allOf<OpenRow>(platform, `/manage/open_items?day=${day}`),
  ])
  return { day, earned, open }
}

type Reports = Awaited<ReturnType<typeof reportsOn>>

async function allOf<Row>(platform: TestPlatform, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = `${path}&limit=100`; next !== null;) {
    const page = await managerOn(platform).get(next)
    expect(page.statusCode, page.body).toBe(200)
    rows.push(...page.json<Row[]>())
    const [, link = null] =
      /<[^>]*?(\/manage[^>]*)>; rel="next"/.exec(String(page.headers.link)) ?? []
    next = link
  }
  return rows
}

/** Reports of a day that agree with the postings of the ledger, and with each other. */
export async function agreedReports(platform: TestPlatform, day: string): Promise<Reports> {
  const reports = await reportsOn(platform, day)
  await expectEarnedAsPosted(platform, reports)
  await expectOpenAsPosted(platform, reports)
  return reports
}

async function expectEarnedAsPosted(platform: TestPlatform, { day, earned }: Reports) {
  const posted = await platform.db.query<Posted>(sql`
    select p.policy_id as "policyId", sum(
        case 'premium' when credit then amount when debit then -amount end)::bigint as written,
      (select min(period_first_day)::text from charges c where c.policy_id = p.policy_id) as first,
      (select max(period_last_day)::text from charges c
        where c.policy_id = p.policy_id and booking_day <= ${day}::date) as last
    from postings p
    where not p.livemode and booking_day <= ${day}::date and 'premium' in (debit, credit)
    group by p.policy_id`)
  const rows = new Map(earned.map((row) => [row.policy_id, row]))
  expect(rows.size).toBe(earned.length)
  for (const { policyId, written, first, last } of posted) {
    const row = rows.get(policyId)
    expect(row, `${policyId} on ${day}`).toMatchObject({ written })
    if (row === undefined) continue
    expect(row.earned + row.unearned).toBe(written)
    if (last <= day) expect([row.unearned, policyId, day]).toEqual([0, policyId, day])
    if (first > day) expect([row.earned, policyId, day]).toEqual([0, policyId, day])
    rows.delete(policyId)
  }
  // Policies of which no premium is posted yet.
  for (const row of rows.values()) expect(row).toMatchObject({ written: 0, earned: 0, unearned: 0 })
}

interface Posted {
  readonly policyId: string
  readonly written: number
  readonly first: string
  readonly last: string
}

async function expectOpenAsPosted(platform: TestPlatform, { day, open }: Reports) {
  const posted = await platform.db.query<{ currency: string; receivable: number }>(sql`
    select currency, sum(case 'receivable' when debit then amount else -amount end)::bigint
      as receivable
    from postings
    where not livemode and booking_day <= ${day}::date and 'receivable' in (debit, credit)
    group by currency having sum(case 'receivable' when debit then amount else -amount end) <> 0
    order by currency`)
  const answer = await managerOn(platform).get(`/manage/open_items/totals?day=${day}`)
  const totals = answer.json<Record<string, number | string>[]>()
  const sums = (currency: string, wanted: (row: OpenRow) => boolean) =>
    open
      .filter((row) => row.currency === currency && wanted(row))
      .reduce((sum, row) => sum + row.open, 0)
  const invoiced = (currency: string) => sums(currency, () => true)
  expect(totals, `open items on ${day}`).toEqual(
    posted.map(({ currency, receivable }) => ({
      currency,
      not_due: sums(currency, ({ overdue_days }) => overdue_days === 0),
      overdue_1_30: sums(currency, ({ overdue_days: n }) => n > 0 && n <= 30),
      overdue_31_60: sums(currency, ({ overdue_days: n }) => n > 30 && n <= 60),
      overdue_61_90: sums(currency, ({ overdue_days: n }) => n > 60 && n <= 90),
      overdue_over_90: sums(currency, ({ overdue_days }) => overdue_days > 90),
      not_invoiced: receivable - invoiced(currency),
      receivable,
    })),
  )
  for (const { not_invoiced } of totals) expect(not_invoiced).toBeGreaterThanOrEqual(0)
}

/** Without the names: they are those of whoever holds the policy now. */
const openOf = (rows: Reports['open']) =>
  rows.map((row) => ({ ...row, first_name: null, last_name: null }))

/**
 * Whatever happened since: the reports of a day that was over say the same of these policies. On another clock it
 * may not have been over.
 */
export async function expectSameAsThen(
  platform: TestPlatform,
  policies: ReadonlySet<string>,
  then: Reports,
): Promise<void> {
  const now = await agreedReports(platform, then.day)
  const isOne = ({ policy_id }: { readonly policy_id: string }) => policies.has(policy_id)
  expect(now.earned.filter(isOne)).toEqual(then.earned.filter(isOne))
  expect(openOf(now.open.filter(isOne))).toEqual(openOf(then.open.filter(isOne)))
}
