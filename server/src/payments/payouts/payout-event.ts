import {
  type EventData,
  type EventDataBesides,
  type EventType,
  type News,
  familyNews,
} from '../../events/index.ts'
import type { Payout } from './payout.ts'

type OfPayout = EventData<'payout.created'>

/** An event of a payout. It says nothing of the account. */
export function payoutEvent<Type extends Extract<EventType, `payout.${string}`>>(
  type: Type,
  payout: Payout,
  ...besides: EventDataBesides<Type, OfPayout>
): News {
  const { policyId: policy_id, refundId: refund_id, amount, currency } = payout
  const shared: OfPayout = { policy_id, refund_id, amount, currency }
  return familyNews<Type, OfPayout>(type, payout, shared, ...besides)
}
