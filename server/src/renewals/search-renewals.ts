import type { Page, PageRows, Queryable } from '../database/index.ts'
import { type Policy, searchTermsEnding, selectPolicies } from '../policies/index.ts'
import type { FoundRenewal } from './find-renewal.ts'
import { type RenewalSearch, searchRenewalRows } from './renewal-search-store.ts'
import { selectRenewal } from './renewal-store.ts'

/**
 * Renewals by their state. Those that nobody has looked at yet stand in the rows of their policies
 * alone, where those are that wait for a price which could not be computed: a page of scheduled ones
 * has these as well.
 */
export async function searchRenewals(
  db: Queryable,
  wanted: RenewalSearch,
  page: Page,
): Promise<PageRows<FoundRenewal & { readonly id: Policy['id'] }>> {
  const isScheduled = wanted.state === 'scheduled'
  const found: PageRows<{ readonly id: Policy['id']; readonly firstDay?: Temporal.PlainDate }> =
    isScheduled
      ? await searchTermsEnding(db, { ...wanted, productId: null, isScheduled }, page)
      : await searchRenewalRows(db, wanted, page)
  const policies = await policiesOf(db, found.rows)
  const rows = await Promise.all(
    found.rows.map(async (row) => {
      const policy = policies.get(row.id)
      if (policy === undefined) throw new Error(`there is no policy ${row.id}`)
      const firstDay = row.firstDay ?? policy.termLastDay?.add({ days: 1 })
      if (firstDay === undefined) throw new Error(`policy ${row.id} has no term that ends`)
      const renewal = (await selectRenewal(db, row.id, firstDay)) ?? null
      return { id: row.id, policy, firstDay, renewal }
    }),
  )
  return { rows, hasMore: found.hasMore }
}

export async function policiesOf(
  db: Queryable,
  rows: readonly { readonly id: Policy['id'] }[],
): Promise<ReadonlyMap<string, Policy>> {
  const policies = await selectPolicies(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(policies.map((policy) => [policy.id, policy]))
}
