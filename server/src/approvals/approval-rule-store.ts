import type { AccountId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { ApprovalRule } from './approval-rule.ts'

export async function selectApprovalRules(
  db: Queryable,
  accountId: AccountId,
): Promise<ApprovalRule[]> {
  return db.query<ApprovalRule>(sql`
    select act, above from approval_rules where account_id = ${accountId} order by act`)
}

export async function replaceApprovalRules(
  tx: Queryable,
  accountId: AccountId,
  rules: readonly ApprovalRule[],
): Promise<void> {
  await tx.query(sql`delete from approval_rules where account_id = ${accountId}`)
  for (const { act, above } of rules) {
    await tx.query(sql`
      insert into approval_rules (account_id, act, above)
      values (${accountId}, ${act}, ${above && json(above)}::jsonb)`)
  }
}
