import { parseQuoteToken } from '../../src/quotes/quote.ts'
import type { TestPlatform } from '../support/platform.ts'
import { itemsOf } from './dataset.ts'
import { type Seller, sellerOn } from './sale.ts'

/** The id of a quote for a company, an answer that the product marks as personal. */
export async function companyQuote(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
): Promise<string> {
  const [company] = await itemsOf(platform, 'companies')
  const quoted = await seller.quote({ data: { company: company?.id ?? '' } })
  const parsed = parseQuoteToken(quoted.json<{ token?: string }>().token ?? '')
  if (parsed === null) throw new Error(`no quote: ${quoted.body}`)
  return parsed.id
}
