import type { PortfolioCheckId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { PortfolioCheck } from './portfolio-check.ts'

/** False where another check of the account's same subject is running: there is one at a time. */
export async function insertPortfolioCheck(tx: Queryable, check: PortfolioCheck): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into portfolio_checks (id, account_id, livemode, subject, state, last_policy_id, counts, differences,
      faults, created_at)
    values (${check.id}, ${check.accountId}, ${check.livemode}, ${check.subject}, ${check.state},
      ${check.lastPolicyId}, ${json(check.counts)}::jsonb, ${json(check.differences)}::jsonb,
      ${json(check.faults)}::jsonb, ${check.createdAt})
    on conflict (account_id, livemode, subject) where state = 'running' do nothing
    returning id`)
  return rows.length === 1
}

/** Writes only over what was read: a job that runs twice counts its batch once. */
export async function updatePortfolioCheck(
  tx: Queryable,
  before: PortfolioCheck,
  after: PortfolioCheck,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update portfolio_checks set state = ${after.state}, last_policy_id = ${after.lastPolicyId},
      counts = ${json(after.counts)}::jsonb, differences = ${json(after.differences)}::jsonb,
      faults = ${json(after.faults)}::jsonb, finished_at = ${after.finishedAt}
    where id = ${before.id} and state = 'running'
      and last_policy_id is not distinct from ${before.lastPolicyId}
    returning id`)
  return rows.length === 1
}

export async function selectPortfolioCheck(
  db: Queryable,
  id: PortfolioCheckId,
): Promise<PortfolioCheck | undefined> {
  const rows = await db.query<PortfolioCheck>(sql`
    select id, account_id as "accountId", livemode, subject, state, last_policy_id as "lastPolicyId",
      counts, differences, faults, created_at as "createdAt", finished_at as "finishedAt"
    from portfolio_checks where id = ${id}`)
  return rows[0]
}

export async function selectRunningCheck(
  tx: Queryable,
  { accountId, livemode, subject }: Pick<PortfolioCheck, 'accountId' | 'livemode' | 'subject'>,
): Promise<PortfolioCheck | undefined> {
  const rows = await tx.query<PortfolioCheck>(sql`
    select id, account_id as "accountId", livemode, subject, state, last_policy_id as "lastPolicyId",
      counts, differences, faults, created_at as "createdAt", finished_at as "finishedAt"
    from portfolio_checks
    where account_id = ${accountId} and livemode = ${livemode} and subject = ${subject}
      and state = 'running'`)
  return rows[0]
}
