import type { JsonObject } from '../../src/kernel/index.ts'
import type { Seller } from './sale.ts'

/** A link with which a customer changes a policy. */
export async function changeLink(
  seller: Seller,
  policyId: string,
  request: JsonObject = {},
): Promise<{ readonly token: string; readonly fragment: string; readonly expires_at: string }> {
  const made = await seller.post(`/policies/${policyId}/endorsement_links`, request)
  if (made.statusCode !== 200) throw new Error(`no link: ${made.body}`)
  return made.json()
}
