import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Seller, sellerOn } from './sale.ts'

/** What a customer had entered when the phone rang. */
export function leadRequest({ demo }: TestPlatform, changes: JsonObject = {}): JsonObject {
  const cyber = demo.products['cyber']
  return {
    item_id: cyber?.item_id ?? '',
    touchpoint_id: cyber?.integration_id ?? '',
    first_name: 'Hanna',
    last_name: 'Brandt',
    email: 'hanna.brandt@example.com',
    language: 'de',
    data: { employee_number: 12 },
    ...changes,
  }
}

/** A sale that was saved, with the token that opens it. */
export async function savedLead(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
  changes: JsonObject = {},
): Promise<{ readonly id: string; readonly token: string; readonly expires_at: string }> {
  const saved = await seller.post('/leads', leadRequest(platform, changes))
  if (saved.statusCode !== 200) throw new Error(`no lead: ${saved.body}`)
  return saved.json()
}
