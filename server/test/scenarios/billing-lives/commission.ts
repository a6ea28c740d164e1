import { expect } from 'vitest'
import { followFeed } from '../../../src/commission/index.ts'
import { sql } from '../../../src/database/index.ts'
import { demoAccount } from '../../builders/credentials.ts'
import { managerOn } from '../../builders/manager.ts'
import type { TestPlatform } from '../../support/platform.ts'
import type { Life } from './life.ts'
import { sellers } from './on-sale.ts'

/** One distributor earns with the premium, the other with the payment. */
export async function agreeOnCommission(platform: TestPlatform): Promise<void> {
  for (const earned of ['premium', 'payment'] as const) {
    const { id } = await demoAccount(platform, sellers[earned].distributor)
    const path = `/manage/distributors/${id}/commission_agreements`
    const terms = { first_day: '2020-01-01', earned, payout: 'paid_out' }
    const made = await managerOn(platform).post(path, terms)
    expect(made.statusCode, made.body).toBe(200)
  }
}

/** The entries of the distributor sum to what the model says that they have earned. */
export async function expectCommissions(
  platform: TestPlatform,
  lives: readonly Life[],
): Promise<void> {
  await followFeed(platform)
  for (const { id, model, description } of lives) {
    const found = await managerOn(platform).get(`/manage/commission_entries?policy_id=${id}`)
    expect(found.statusCode, found.body).toBe(200)
    const earned = sumOf(found.json<{ amount: number }[]>())
    expect(earned, description).toBe(model.commission)
  }
}

const months = [2027, 2028].flatMap((year) =>
  Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}`),
)

/** Statements of all months sum to what was posted, and the accounts of the ledger do. */
export async function expectStatements(platform: TestPlatform): Promise<void> {
  await followFeed(platform)
  const manager = managerOn(platform)
  const shown = await manager.get('/manage/trial_balance?from=2027-01-01&to=2030-12-31')
  const { accounts } = shown.json<{
    accounts: { account: string; debit: number; credit: number }[]
  }>()
  const balanceOf = (name: string) => {
    const found = accounts.find(({ account }) => account === name)
    return found === undefined ? 0 : found.debit - found.credit
  }
  const [posted] = await platform.db.query<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::int as sum from commission_entries`)
  expect(posted?.sum).not.toBe(0)
  expect(balanceOf('commission_expense')).toBe(posted?.sum)
  expect(balanceOf('commission_payable')).toBe(0 - (posted?.sum ?? 0))
  const refusals = new Set(['nothing_to_state', 'commission_statement_exists'])
  for (const { distributor } of Object.values(sellers)) {
    const { id: distributor_id } = await demoAccount(platform, distributor)
    for (const month of months) {
      const order = { distributor_id, month, currency: 'chf' }
      const made = await manager.post('/manage/commission_statements', order)
      const isRefused = refusals.has(made.json<{ code?: string }>().code ?? '')
      expect(isRefused || made.statusCode === 200, made.body).toBe(true)
    }
  }
  const statements = (await manager.get('/manage/commission_statements?limit=100')).json<
    { earned: number; clawed_back: number }[]
  >()
  const stated = statements.map((one) => ({ amount: one.earned + one.clawed_back }))
  expect(sumOf(stated)).toBe(posted?.sum)
}

function sumOf(some: readonly { readonly amount: number }[]): number {
  return some.reduce((sum, { amount }) => sum + amount, 0)
}
