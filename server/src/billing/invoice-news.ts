import { type EventType, type News, type EventDataBesides, familyNews } from '../events/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Policy } from '../policies/index.ts'

/** News of an invoice: whose it is, and what happened. */
export function newsOfInvoice<Type extends Extract<EventType, `invoice.${string}`>>(
  type: Type,
  { id, livemode, insurerId }: Pick<Invoice, 'id' | 'livemode' | 'insurerId'>,
  { id: policyId, distributorId }: Pick<Policy, 'id' | 'distributorId'>,
  ...data: EventDataBesides<Type, { policy_id: string }>
): News {
  const about = { id, policyId, livemode, insurerId, distributorId }
  return familyNews<Type, { policy_id: string }>(type, about, { policy_id: policyId }, ...data)
}
