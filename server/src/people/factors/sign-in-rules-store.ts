import type { AccountId } from '../../kernel/index.ts'
import { type Queryable, sql } from '../../database/index.ts'
import type { SignInRules } from './sign-in-rules.ts'

export async function selectRules(db: Queryable, accountId: AccountId): Promise<SignInRules> {
  const [rules] = await db.query<SignInRules>(sql`
    select requires_second_factor as "requiresSecondFactor" from sign_in_rules
    where account_id = ${accountId}`)
  return rules ?? { requiresSecondFactor: false }
}

export async function upsertRules(
  tx: Queryable,
  accountId: AccountId,
  { requiresSecondFactor }: SignInRules,
): Promise<void> {
  await tx.query(sql`
    insert into sign_in_rules (account_id, requires_second_factor)
    values (${accountId}, ${requiresSecondFactor})
    on conflict (account_id) do update set requires_second_factor = excluded.requires_second_factor`)
}
