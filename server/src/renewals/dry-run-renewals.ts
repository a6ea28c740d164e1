import type { AccountId, Clock, ProductId, ProductVersionId } from '../kernel/index.ts'
import type { Page, PageRows } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Policy, searchTermsEnding, selectTimelines } from '../policies/index.ts'
import type { FoundRenewal } from './find-renewal.ts'
import { rowOf } from './preview-next.ts'
import { type PreviewRenewalDeps, previewRenewal } from './preview-renewal.ts'
import { nothingGiven } from './renewal.ts'
import { selectRenewal } from './renewal-store.ts'
import { policiesOf } from './search-renewals.ts'

export interface DryRun {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly productId: ProductId | null
  /** On which version; the newest that is published where it is null. */
  readonly productVersionId: ProductVersionId | null
  /** Of the last days of terms. */
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/**
 * What the renewals of these days would be, if they were priced now: a page of policies at a time, so
 * that no portfolio is too large for it. Nothing is written.
 */
export async function dryRunRenewals(
  deps: PreviewRenewalDeps & { readonly clock: Clock },
  wanted: DryRun,
  page: Page,
): Promise<PageRows<FoundRenewal & { readonly id: Policy['id'] }>> {
  const found = await searchTermsEnding(deps.db, { ...wanted, isScheduled: false }, page)
  const policies = await policiesOf(deps.db, found.rows)
  const rows: (FoundRenewal & { readonly id: Policy['id'] })[] = []
  // One after the other: a rater is not to be asked for a whole page at once.
  for (const { id } of found.rows) {
    const policy = policies.get(id)
    if (policy === undefined || policy.termLastDay === null) continue
    rows.push({ id, ...(await dryRun(deps, policy, policy.termLastDay, wanted)) })
  }
  return { rows, hasMore: found.hasMore }
}

async function dryRun(
  deps: PreviewRenewalDeps & { readonly clock: Clock },
  policy: Policy,
  termLastDay: Temporal.PlainDate,
  { productVersionId }: DryRun,
): Promise<FoundRenewal> {
  const firstDay = termLastDay.add({ days: 1 })
  const row = await selectRenewal(deps.db, policy.id, firstDay)
  // Who has declined is not asked again.
  if (row?.state === 'declined') return { policy, firstDay, renewal: row }
  const timeline = (await selectTimelines(deps.db, [policy.versionId])).get(policy.versionId)
  if (timeline === undefined) throw new Error(`version ${policy.versionId} says nothing`)
  const given = row?.given ?? nothingGiven
  const moment = await momentOf(deps.db, deps.clock, policy)
  const previewed = await previewRenewal(
    deps,
    { policy, timeline, given, productVersionId, quoted: null },
    moment,
  )
  const found = rowOf(policy, row ?? null, previewed)
  const isPriced = previewed.outcome.state === 'priced'
  return {
    policy,
    firstDay,
    renewal: isPriced ? { ...found, state: 'offered', quoteId: null } : found,
  }
}
