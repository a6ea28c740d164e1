import type { AccountId, PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

/** The next policies that a distributor has sold since a moment, in the order of their ids. */
export async function selectSoldBy(
  db: Queryable,
  page: {
    readonly insurerId: AccountId
    readonly distributorId: AccountId
    readonly livemode: boolean
    readonly since: Temporal.Instant
    readonly after: PolicyId | null
    readonly limit: number
  },
): Promise<PolicyId[]> {
  const rows = await db.query<{ id: PolicyId }>(sql`
    select id from policies
    where insurer_id = ${page.insurerId} and livemode = ${page.livemode}
      and distributor_id = ${page.distributorId} and id > ${page.after ?? ''}
      and issued_at is not null and issued_at >= ${page.since}
    order by id limit ${page.limit}`)
  return rows.map(({ id }) => id)
}
