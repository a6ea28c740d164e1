import type { IntegrationId, ProductVersionId } from '../kernel/index.ts'
import { type MarkedFields, isMarked, joinMarks, nothingMarked } from '../masks/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { ProductDefinition } from './product-definition.ts'

/**
 * The fields that are masked in a sale: those that its version marks, and those that the version on
 * sale does, so that a mark that was forgotten holds for old sales too.
 */
export async function marksOf(
  catalogue: Catalogue,
  sale: { readonly productVersionId: ProductVersionId; readonly integrationId: IntegrationId },
): Promise<MarkedFields> {
  const sold = await catalogue.integration(sale.integrationId)
  const ids = new Set([sale.productVersionId, sold?.liveVersionId ?? sale.productVersionId])
  const versions = await Promise.all([...ids].map((id) => catalogue.version(id)))
  return joinMarks(versions.map((version) => version?.definition.personalData ?? nothingMarked))
}

/** Those marks of a product that concern answers, which prices come from. */
export function marksOfAnswers({
  personalData = nothingMarked,
  items,
}: Pick<ProductDefinition, 'personalData' | 'items'>): MarkedFields {
  const answers = items.flatMap(({ quoteRules }) => quoteRules.quote.map(({ name }) => name))
  const isAnswer = (marked: string) =>
    answers.some((name) => isMarked({ fields: [marked], sensitive: [] }, name.split('.')))
  return {
    fields: personalData.fields.filter(isAnswer),
    sensitive: personalData.sensitive.filter(isAnswer),
  }
}
