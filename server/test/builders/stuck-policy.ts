import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Something due of the policy failed, and is tried again in an hour. */
export async function stuckPolicy(
  { db, clock }: TestPlatform,
  policyId: string,
  reason = 'the rater does not answer',
): Promise<void> {
  await db.query(sql`
    insert into deadline_failures (policy_id, attempts, reason, failed_at, retry_at)
    values (${policyId}, 3, ${reason}, ${clock()}, ${clock().add({ hours: 1 })})`)
}
