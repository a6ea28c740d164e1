import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** What happened to any of these, in the order in which it did; their documents have tests of their own. */
export async function eventsOf(platform: TestPlatform, ...subjectIds: string[]): Promise<string[]> {
  const rows = await platform.db.query<{ type: string }>(sql`
    select type from events
    where subject_id = any (${subjectIds}) and type <> 'document.rendered'
    order by created_at, type`)
  return rows.map((row) => row.type)
}

/** How all payments for a policy stand, also those that failed. */
export async function paymentsOf(platform: TestPlatform, policyId: string) {
  return platform.db.query<{ id: string; status: string }>(sql`
    select id, status from payments where policy_id = ${policyId} order by created_at`)
}

/** The versions of a policy and how they stand. */
export async function versionsOf(platform: TestPlatform, policyId: string) {
  return platform.db.query<{ kind: string; state: string }>(sql`
    select kind, state from policy_versions where policy_id = ${policyId} order by kind desc, state`)
}

/** What was given back for a policy. */
export async function refundsOf(platform: TestPlatform, policyId: string) {
  return platform.db.query<{ amount: number; status: string; method: string }>(sql`
    select amount, status, method from refunds where policy_id = ${policyId}`)
}

/** How many of something there are: for races, where each answer is one of a few. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
