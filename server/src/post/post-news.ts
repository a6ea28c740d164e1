import { type EventDataBesides, type EventType, type News, familyNews } from '../events/index.ts'
import type { PostLetter } from './post-letter.ts'

/** News of a letter by post: of which policy it is, and what it shows. */
export function newsOfLetter<Type extends Extract<EventType, `letter.${string}`>>(
  type: Type,
  { id, policyId, subjectId, insurerId, distributorId, livemode }: PostLetter,
  ...data: EventDataBesides<Type, { policy_id: string; subject_id: string }>
): News {
  const about = { id, policyId, insurerId, distributorId, livemode }
  const shared = { policy_id: policyId, subject_id: subjectId }
  return familyNews<Type, { policy_id: string; subject_id: string }>(type, about, shared, ...data)
}
