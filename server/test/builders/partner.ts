import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'
import { sellerOn, soldPolicy } from './sale.ts'

/** A policy of the cyber product that the other distributor has sold. */
export async function soldByPartner(platform: TestPlatform) {
  const product = platform.demo.products['cyber']?.product_id ?? ''
  const shown = await managerOn(platform).get(`/manage/products/${product}`)
  const { integrations } = shown.json<{ integrations: { id: string; key: string }[] }>()
  const integration_id = integrations.find(({ key }) => key === 'partner')?.id ?? ''
  const seller = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
  return soldPolicy(seller, { quote: { body: { integration_id } } })
}
