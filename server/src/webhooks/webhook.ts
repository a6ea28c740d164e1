import type { AccountId, EventId, WebhookId } from '../kernel/index.ts'
import type { FeedOwner } from '../events/index.ts'

/** An endpoint of an account, which is sent events as they happen. */
export interface Webhook {
  readonly id: WebhookId
  readonly accountId: AccountId
  readonly accountKind: FeedOwner['kind']
  /** Who manages the account: the insurer itself, or the one that made the distributor. */
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly url: string
  readonly description: string
  /** Types of events; `*` is all of them. */
  readonly eventTypes: readonly string[]
  readonly payload: WebhookPayload
  readonly legacyHeaders: LegacyHeaders | null
  readonly state: 'enabled' | 'disabled'
  readonly disabledBecause: DisabledBecause | null
  /** Every event up to this position of the feed was delivered, or has a row of its own. */
  readonly deliveredTo: number
  /** Since when every attempt has failed. */
  readonly failingSince: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
}

/** Ids alone, or the whole record with them. */
export type WebhookPayload = 'thin' | 'full'

/** On request (`order`), because it answered 410, or because it only failed. */
export type DisabledBecause = 'request' | 'gone' | 'failing'

/** The names of three more headers, for receivers that expect such. */
export interface LegacyHeaders {
  readonly event: string
  readonly delivery: string
  readonly signature: string
}

export const everyEvent = '*'

export function wants({ eventTypes }: Webhook, type: string): boolean {
  return eventTypes.includes(everyEvent) || eventTypes.includes(type)
}

export function ownerOf({ accountKind: kind, accountId, livemode }: Webhook): FeedOwner {
  return { kind, accountId, livemode, limits: null }
}

/** One event for one endpoint, from its first attempt on. */
export interface Delivery {
  readonly webhookId: WebhookId
  readonly eventId: EventId
  readonly state: DeliveryState
  /** How often it was resent. */
  readonly round: number
  /** How often it has failed in this round. */
  readonly failures: number
  readonly nextAt: Temporal.Instant | null
  readonly attempts: readonly Attempt[]
}

export const deliveryStates = ['delivered', 'waiting', 'parked'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The result of one attempt, as it is stored. */
export interface Attempt {
  /** When it began. */
  readonly at: string
  readonly tookMs: number
  /** Null where there was no answer. */
  readonly status: number | null
  /** Why it does not count as delivered. */
  readonly failure: string | null
  /** The beginning of the answer. */
  readonly answer: string | null
}
