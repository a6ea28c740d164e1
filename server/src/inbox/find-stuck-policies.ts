import type { Database, Page, PageRows } from '../database/index.ts'
import { type FailedPolicy, searchFailedPolicies } from '../deadlines/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import { type Policy, selectPolicies } from '../policies/index.ts'

export interface StuckPolicy extends Omit<FailedPolicy, 'id'> {
  readonly policy: Policy
}

interface Scope {
  readonly insurerId: Caller['account']['id']
  readonly livemode: boolean
  readonly limits: Caller['limits']
}

/** Failures are few, or an outage: then those of all insurers are looked through up to here. */
const failuresPerLook = 1_000
const looksMax = 20

/** Policies of which something due failed, and which are tried again; newest policy first. */
export async function findStuckPolicies(
  db: Database,
  { insurerId, livemode, limits }: Scope,
  page: Page,
): Promise<PageRows<StuckPolicy>> {
  const isBackwards = page.endingBefore !== null
  const own: StuckPolicy[] = []
  let at: Page = { ...page, limit: failuresPerLook }
  for (let look = 0; look < looksMax && own.length <= page.limit; look++) {
    const { rows, hasMore } = await searchFailedPolicies(db, at)
    const policies = await selectPolicies(
      db,
      rows.map(({ id }) => id),
    )
    const byId = new Map(policies.map((policy) => [policy.id, policy]))
    const found = rows.flatMap(({ id, ...failure }) => {
      const policy = byId.get(id)
      const isOwn =
        policy?.insurerId === insurerId && policy.livemode === livemode && isWithin(limits, policy)
      return isOwn ? [{ ...failure, policy }] : []
    })
    if (isBackwards) own.unshift(...found)
    else own.push(...found)
    if (!hasMore) break
    at = isBackwards
      ? { ...at, endingBefore: rows[0]?.id ?? null }
      : { ...at, startingAfter: rows.at(-1)?.id ?? null }
  }
  return {
    rows: isBackwards ? own.slice(-page.limit) : own.slice(0, page.limit),
    hasMore: own.length > page.limit,
  }
}
