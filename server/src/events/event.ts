import type { AccountId, PolicyId } from '../kernel/index.ts'
import type { DataOf } from './forms/form.ts'
import { eventForms } from './forms/index.ts'

export { eventForms }
export type EventType = keyof typeof eventForms
export const eventTypes = Object.keys(eventForms) as EventType[] // It is a literal: it has no others.

/** What an event of a type tells. */
export type EventData<Type extends EventType> = DataOf<(typeof eventForms)[Type]>

/** What news is about, and whose it is. A product is sold by nobody in particular. */
export interface EventSubject {
  readonly id: string
  /** The policy that it belongs to, where it is not one itself. */
  readonly policyId?: PolicyId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
}

/** News about one subject, of one type or of several. It names ids and states, never a person. */
export type News<Type extends EventType = EventType> = {
  readonly [One in Type]: {
    readonly type: One
    readonly about: EventSubject
    readonly data: EventData<One>
  }
}[Type]

/** What an event tells besides what all of its family do; left out where that is nothing. */
export type EventDataBesides<Type extends EventType, Shared> =
  object extends Omit<EventData<Type>, keyof Shared>
    ? [told?: Omit<EventData<Type>, keyof Shared>]
    : [told: Omit<EventData<Type>, keyof Shared>]

/** News of a family: what all of its types tell, and what this one tells besides. */
export function familyNews<Type extends EventType, Shared extends object>(
  type: Type,
  about: EventSubject,
  shared: Shared,
  ...[told]: EventDataBesides<Type, Shared>
): News {
  // The two make up the form; TypeScript does not follow that while the type is still open.
  return { type, about, data: { ...shared, ...told } } as unknown as News
}
