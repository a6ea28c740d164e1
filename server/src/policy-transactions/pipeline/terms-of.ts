import type { Catalogue } from '../../products/index.ts'
import type { EndorsementPricing, Quote } from '../../quotes/index.ts'

/** On what a quote was priced, however long ago. */
export async function termsOf(
  catalogue: Catalogue,
  quote: Quote,
): Promise<EndorsementPricing['terms']> {
  const [version, integrationVersion] = await Promise.all([
    catalogue.versionInTime(quote.productVersionId),
    catalogue.integrationVersion(quote.integrationVersionId),
  ])
  const item = version?.items.get(quote.itemId)
  if (version === undefined || item === undefined || integrationVersion === undefined) {
    throw new Error(`the versions that quote ${quote.id} was made on are gone`)
  }
  return { version, item, planId: quote.planId, integrationVersion }
}
