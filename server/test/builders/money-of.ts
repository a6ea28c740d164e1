import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** How the money of a policy stands. */
export async function moneyOf(platform: TestPlatform, policyId: string) {
  const [balances] = await platform.db.query<{
    receivable: number
    credit: number
    cash: number
    chargedBack: number
  }>(sql`
    select receivable, customer_credit as credit, cash, charged_back as "chargedBack"
    from balances where policy_id = ${policyId}`)
  return balances
}

/** What was asked for, the oldest first. */
export async function invoicesOf(platform: TestPlatform, policyId: string) {
  return platform.db.query<{
    id: string
    kind: string
    state: string
    total: number
    open: number
  }>(sql`
    select id, kind, state, total, open from invoices
    where policy_id = ${policyId} and kind <> 'credit_note' order by due_day, id`)
}
