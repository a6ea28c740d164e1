import type { TestPlatform } from '../support/platform.ts'
import { itemsOf } from './dataset.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn } from './sale.ts'

/** The id of a quote for a company, an answer that the product marks as personal. */
export async function companyQuote(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
): Promise<string> {
  const before = await newestQuotes(platform)
  const [company] = await itemsOf(platform, 'companies')
  const quoted = await seller.quote({ data: { company: company?.id ?? '' } })
  if (quoted.statusCode !== 200) throw new Error(`no quote: ${quoted.body}`)
  // Where the clock stands still, the newest quote need not be the first.
  const made = (await newestQuotes(platform)).find((id) => !before.includes(id))
  if (made === undefined) throw new Error('the quote is not listed')
  return made
}

async function newestQuotes(platform: TestPlatform): Promise<string[]> {
  const productId = platform.demo.products['cyber']?.product_id
  const found = await managerOn(platform).get(`/manage/quotes?product_id=${productId}&limit=100`)
  return found.json<{ id: string }[]>().map(({ id }) => id)
}
