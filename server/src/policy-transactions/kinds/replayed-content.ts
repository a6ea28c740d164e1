import type { Content } from '../../timelines/index.ts'
import { type PolicySegment, documentOf } from '../../policies/index.ts'
import type { KnownRecords } from '../kind.ts'

/** The answers and the data that a quote and a content hold. */
export function replayedContent(
  { quoteId, contentId }: Pick<PolicySegment, 'quoteId' | 'contentId'>,
  { quotes, contents }: KnownRecords,
): Content {
  const quote = quotes.get(quoteId)
  const content = contents.get(contentId)
  if (quote === undefined || content === undefined) {
    throw new Error(`quote ${quoteId} or content ${contentId} is gone`)
  }
  const { customerInput: input, productVersionId, planId, premium } = quote
  return {
    input,
    data: documentOf(content),
    productVersionId,
    planId,
    quoteId,
    contentId,
    ...(premium.taxChanges && { taxChanges: premium.taxChanges }),
  }
}
