import type { TestPlatform } from '../support/platform.ts'
import { itemsOf } from './dataset.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn } from './sale.ts'

/** The id of a quote for a company, an answer that the product marks as personal. */
export async function companyQuote(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
): Promise<string> {
  const [company] = await itemsOf(platform, 'companies')
  const quoted = await seller.quote({ data: { company: company?.id ?? '' } })
  if (quoted.statusCode !== 200) throw new Error(`no quote: ${quoted.body}`)
  const productId = platform.demo.products['cyber']?.product_id
  const found = await managerOn(platform).get(`/manage/quotes?product_id=${productId}&limit=1`)
  return found.json<{ id: string }[]>()[0]?.id ?? ''
}
