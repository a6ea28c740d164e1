import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { Posting } from './postings.ts'

/** A posting with the moment at which it was written. */
export interface DatedPosting extends Omit<Posting, 'valueDay' | 'service' | 'taxRate'> {
  readonly at: Temporal.Instant
}

/** Every movement of the money between the insurer and the policyholder: commission is none. */
export async function selectPostingsOf(db: Queryable, policyId: PolicyId): Promise<DatedPosting[]> {
  return db.query<DatedPosting>(sql`
    select cause, debit, credit, amount, reason, posted_at as at
    from postings where policy_id = ${policyId} and cause not like 'commission %'
    order by posted_at, cause, debit, credit`)
}

/**
 * What all periods cost, and what was paid beyond that, right after a moment: what is paid back then is not
 * counted yet.
 */
export async function selectKeptAndOwed(
  db: Queryable,
  policyId: PolicyId,
  at: Temporal.Instant,
): Promise<{ readonly kept: number; readonly credit: number }> {
  const [row] = await db.query<{ kept: number; credit: number }>(sql`
    select (select coalesce(sum(amount), 0)::bigint from charges
        where policy_id = ${policyId} and charged_at <= ${at}) as kept,
      (select coalesce(sum(case 'customer_credit' when credit then amount when debit then -amount
          else 0 end), 0)::bigint
        from postings where policy_id = ${policyId} and posted_at <= ${at}
          and (posted_at < ${at} or cause not like 'refund %')) as credit`)
  if (row === undefined) throw new Error('sums are always answered')
  return row
}

/** The days of every period that a version charged. */
export interface ChargedDays {
  readonly versionId: PolicyVersionId
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

export async function selectChargedDays(db: Queryable, policyId: PolicyId): Promise<ChargedDays[]> {
  return db.query<ChargedDays>(sql`
    select version_id as "versionId", period_first_day as "firstDay", period_last_day as "lastDay"
    from charges where policy_id = ${policyId}`)
}
