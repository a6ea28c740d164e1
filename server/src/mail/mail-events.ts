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
  mail: Omit<
    Mail,
    'state' | 'failures' | 'nextAt' | 'problem' | 'hash' | 'bytes' | 'replies' | 'delivery'
  >,
  ...own: EventDataBesides<Type, OfMail>
): News {
  const { id, policyId, eventId, eventType, insurerId, distributorId, livemode } = mail
  const ofPolicy = policyId === null ? {} : { policyId }
  const about = { id, ...ofPolicy, insurerId, distributorId, livemode }
  const shared: OfMail = { policy_id: policyId, event_id: eventId, event_type: eventType }
  return familyNews<Type, OfMail>(type, about, shared, ...own)
}
