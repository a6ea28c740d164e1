import type { JsonObject } from '../kernel/index.ts'
import type { EventType, News } from '../events/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Policy } from '../policies/index.ts'

/** News of an invoice: whose it is, and what happened. */
export function newsOfInvoice(
  type: Extract<EventType, `invoice.${string}`>,
  { id, livemode, insurerId }: Pick<Invoice, 'id' | 'livemode' | 'insurerId'>,
  { id: policyId, distributorId }: Pick<Policy, 'id' | 'distributorId'>,
  told: JsonObject,
): News {
  const about = { id, policyId, livemode, insurerId, distributorId }
  return { type, about, data: { policy_id: policyId, ...told } }
}
