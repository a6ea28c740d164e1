import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'

/** The other distributor, which sells the cyber product through an integration of its own. */
export async function partnerOn(platform: TestPlatform): Promise<Seller> {
  const product = platform.demo.products['cyber']?.product_id ?? ''
  const shown = await managerOn(platform).get(`/manage/products/${product}`)
  const { integrations } = shown.json<{ integrations: { id: string; key: string }[] }>()
  const integration_id = integrations.find(({ key }) => key === 'partner')?.id ?? ''
  const seller = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
  return {
    ...seller,
    quote: ({ body = {}, ...changes } = {}) =>
      seller.quote({ ...changes, body: { integration_id, ...body } }),
  }
}

/** A policy of the cyber product that the other distributor has sold. */
export async function soldByPartner(platform: TestPlatform) {
  return soldPolicy(await partnerOn(platform))
}
