import type { IntegrationId, ProductVersionId } from '../kernel/index.ts'
import { type MarkedFields, isMarked, nothingMarked } from '../masks/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { ProductDefinition } from './product-definition.ts'

/**
 * The fields that are masked in a sale: those that its version marks, and those that the version on
 * sale does, so that a mark that was forgotten holds for old sales too. Members that neither asks for
 * are masked as well.
 */
export async function marksOf(
  catalogue: Catalogue,
  sale: { readonly productVersionId: ProductVersionId; readonly integrationId: IntegrationId },
): Promise<MarkedFields> {
  const sold = await catalogue.integration(sale.integrationId)
  const ids = new Set([sale.productVersionId, sold?.liveVersionId ?? sale.productVersionId])
  const versions = await Promise.all([...ids].map((id) => catalogue.version(id)))
  const definitions = versions.flatMap((version) => version?.definition ?? [])
  const marks = definitions.map(({ personalData = nothingMarked }) => personalData)
  return {
    fields: [...new Set(marks.flatMap(({ fields }) => fields))],
    sensitive: [...new Set(marks.flatMap(({ sensitive }) => sensitive))],
    declared: [...new Set([paymentMember, ...definitions.flatMap(membersOf)])],
  }
}

/** The contract puts it into the data of every policy. */
const paymentMember = 'payment_metadata'

/** The members of the data that an item asks for. */
function membersOf({ items }: ProductDefinition): string[] {
  return items.flatMap(({ quoteRules, fieldDefinition }) =>
    [...quoteRules.quote, ...fieldDefinition.definition.policy]
      .filter(({ path }) => path === 'data')
      .map(({ name }) => name.split('.')[0] ?? ''),
  )
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
