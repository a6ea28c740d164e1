import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import type { QuoteSummary } from '../../quotes/index.ts'
import { text, timestampText } from '../wire/schema.ts'
import { saleSummaryFields } from '../wire/sale-summary.ts'

export const quoteSummarySchema = Type.Object(
  {
    id: text('The id of the quote, which is not its token.'),
    ...saleSummaryFields,
    product_version_id: text('The product version of the quote.'),
    pricing_logic_revision_id: text('The pricing revision of the quote.'),
    expires_at: timestampText('When its token expires.'),
  },
  { $id: 'QuoteSummary', description: 'A quote in a list.' },
)

export function viewQuoteSummary(quote: QuoteSummary): Static<typeof quoteSummarySchema> {
  return {
    id: quote.id,
    livemode: quote.livemode,
    product_id: quote.productId,
    distributor_id: quote.distributorId,
    item_id: quote.itemId,
    gross_payment_amount: quote.grossPaymentAmount,
    currency: quote.currency,
    created_at: timestamp(quote.createdAt),
    product_version_id: quote.productVersionId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    expires_at: timestamp(quote.expiresAt),
  }
}
