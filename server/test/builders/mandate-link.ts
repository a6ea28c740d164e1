import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Seller, sellerOn } from './sale.ts'

export interface ShownSetup {
  readonly id: string
  readonly status: string
  readonly error_code: string | null
  readonly next_action?: { readonly url: string }
}

/** The token of a link by which the customer of a policy gives a mandate. */
export async function mandateLink(seller: Seller, policyId: string): Promise<string> {
  const made = await seller.post(`/policies/${policyId}/mandate_links`, {})
  if (made.statusCode !== 200) throw new Error(made.body)
  return made.json<{ token: string }>().token
}

/** The customer of a policy, on a page with a link. */
export function customerOf(platform: TestPlatform, policyId: string, token: string) {
  const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const headers = { 'mandate-token': token }
  const begin = (sandbox: JsonObject = {}) =>
    page.post(
      `/policies/${policyId}/mandate_setups`,
      { provider: 'sandbox', method: 'card', sandbox },
      headers,
    )
  return {
    begin,
    began: async (sandbox: JsonObject = {}) => (await begin(sandbox)).json<ShownSetup>(),
    open: () => page.get(`/policies/${policyId}/mandate_link`, headers),
  }
}
