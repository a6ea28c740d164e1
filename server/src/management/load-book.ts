import { type Clock, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, sql } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { insertSyntheticPayments, tidyPayments } from '../payments/index.ts'
import { hasRealPolicies, insertSyntheticPolicies, tidyPolicies } from '../policies/index.ts'
import { type Catalogue, selectIntegrations, selectProducts } from '../products/index.ts'
import { type BookTerms, insertSyntheticQuotes, tidyQuotes } from '../quotes/index.ts'

interface Deps {
  readonly db: Database
  readonly catalogue: Catalogue
  readonly clock: Clock
}

/**
 * Makes a part of a synthetic book on the insurer's products, to measure on. It is kept away from
 * real business: test mode only, and only where nothing was ever sold.
 */
export async function loadBook(
  deps: Deps,
  caller: Caller,
  order: { readonly from: number; readonly count: number; readonly isLast: boolean },
): Promise<number> {
  if (caller.livemode) {
    throw new Refusal('validation_failed', 'A synthetic book takes a key for test mode.')
  }
  if (await hasRealPolicies(deps.db)) {
    throw new Refusal(
      'validation_failed',
      'Something was sold on this server already. Load a synthetic book into an empty one.',
    )
  }
  const terms = await termsOf(deps, caller)
  const slice = { insurerId: caller.account.id, from: order.from, count: order.count, terms }
  const inserted = await deps.db.transaction(async (tx) => {
    // A busy machine takes longer over thousands of rows than any request of business may.
    await tx.query(sql`set local statement_timeout = '5min'`)
    await insertSyntheticQuotes(tx, slice)
    const policies = await insertSyntheticPolicies(tx, slice)
    await insertSyntheticPayments(tx, slice)
    if (policies > 0) {
      const change = { action: 'book.loaded', subjectId: caller.account.id } as const
      const after = { from: order.from, policies }
      const entry = { ...change, livemode: false, before: null, after }
      await recordAudit(tx, caller, entry, deps.clock())
    }
    return policies
  })
  if (order.isLast) {
    await tidyQuotes(deps.db)
    await tidyPolicies(deps.db)
    await tidyPayments(deps.db)
  }
  return inserted
}

/** Every integration of every product on sale, so that all filters find something. */
async function termsOf({ db, catalogue }: Deps, caller: Caller): Promise<BookTerms[]> {
  const terms: BookTerms[] = []
  for (const product of await selectProducts(db, caller.account.id)) {
    const version =
      product.liveVersionId === null ? undefined : await catalogue.version(product.liveVersionId)
    const [item] = version?.items.values() ?? []
    const [planId] = version?.plans.keys() ?? []
    if (version === undefined || item === undefined || planId === undefined) continue
    for (const { id, distributorId } of await selectIntegrations(db, product.id)) {
      const integrationVersionId = (await catalogue.integration(id))?.liveIntegrationVersionId
      if (integrationVersionId == null) continue
      terms.push({
        distributor_id: distributorId,
        product_id: product.id,
        product_version_id: version.id,
        item_id: item.id,
        plan_id: planId,
        integration_id: id,
        integration_version_id: integrationVersionId,
        pricing_logic_id: item.pricingLogicId,
        pricing_revision_id: item.pricingRevisionId,
        currency: version.definition.currency,
        time_zone: version.definition.timeZone,
      })
    }
  }
  if (terms.length > 0) return terms
  throw new Refusal('validation_failed', 'Nothing is on sale. Publish a product first.')
}
