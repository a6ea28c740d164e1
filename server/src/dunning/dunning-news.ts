import { type EventType, type News, type EventDataBesides, familyNews } from '../events/index.ts'
import type { Policy } from '../policies/index.ts'
import type { DunningCase } from './dunning-case.ts'

/** What happens to a case, and not to a hold. */
type CaseNews = Exclude<
  Extract<EventType, `dunning.${string}`>,
  'dunning.held' | 'dunning.released'
>

/** News of a case: of which policy it is, and what happened. */
export function newsOfCase<Type extends CaseNews>(
  type: Type,
  { id, livemode, insurerId, policyId }: DunningCase,
  { distributorId }: Pick<Policy, 'distributorId'>,
  ...data: EventDataBesides<Type, { policy_id: string }>
): News {
  const about = { id, policyId, livemode, insurerId, distributorId }
  return familyNews<Type, { policy_id: string }>(type, about, { policy_id: policyId }, ...data)
}
