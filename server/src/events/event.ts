import type { AccountId, PolicyId } from '../kernel/index.ts'
import type { DataOf } from './forms/form.ts'
import { eventForms } from './forms/index.ts'

export { eventForms }
export type EventType = keyof typeof eventForms
export const eventTypes = Object.keys(eventForms) as EventType[] // It is a literal: it has no others.

/** The data of an event type. */
export type EventData<Type extends EventType> = DataOf<(typeof eventForms)[Type]>

/** What the news is about, and its owner. A product belongs to no distributor. */
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

/** An event's data beyond the data shared by its family; left out where there is none. */
export type EventDataBesides<Type extends EventType, Shared> =
  object extends Omit<EventData<Type>, keyof Shared>
    ? [own?: Omit<EventData<Type>, keyof Shared>]
    : [own: Omit<EventData<Type>, keyof Shared>]

/** News of a family: the data shared by all of its types, and the data of this one. */
export function familyNews<Type extends EventType, Shared extends object>(
  type: Type,
  about: EventSubject,
  shared: Shared,
  ...[own]: EventDataBesides<Type, Shared>
): News {
  // The two make up the form; TypeScript does not follow that while the type is still open.
  return { type, about, data: { ...shared, ...own } } as unknown as News
}
