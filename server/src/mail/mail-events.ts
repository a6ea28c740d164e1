import type { Policy } from '../policies/index.ts'
import {
  type EventData,
  type EventType,
  type News,
  type EventDataBesides,
  familyNews,
} from '../events/index.ts'
import type { Mail } from './mail.ts'

type OfMail = Pick<EventData<'mail.parked'>, 'policy_id' | 'event_id' | 'event_type'>

/** News of a mail, without the address and what it says. */
export function mailNews<Type extends Extract<EventType, `mail.${string}`>>(
  type: Type,
  policy: Pick<Policy, 'insurerId' | 'distributorId' | 'livemode'>,
  mail: Pick<Mail, 'id' | 'policyId' | 'eventId' | 'eventType'>,
  ...own: EventDataBesides<Type, OfMail>
): News {
  const { insurerId, distributorId, livemode } = policy
  const { id, policyId, eventId, eventType } = mail
  const about = { id, policyId, insurerId, distributorId, livemode }
  const shared: OfMail = { policy_id: policyId, event_id: eventId, event_type: eventType }
  return familyNews<Type, OfMail>(type, about, shared, ...own)
}
