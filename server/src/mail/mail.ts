import { createHash } from 'node:crypto'
import type { AccountId, EventId, MailId, PolicyId, ProductId, Refusal } from '../kernel/index.ts'
import type { MailEvent, MailRecipient } from '../products/index.ts'
import { mailNotParked } from './reasons.ts'

/**
 * `waiting`: to be composed, or to be tried again. `ready`: composed, to be sent. `kept`: composed, and
 * never sent. `void`: what it would say no longer counts. `parked`: nobody tries it again by itself.
 */
export const mailStates = ['waiting', 'ready', 'sent', 'kept', 'parked', 'void'] as const
export type MailState = (typeof mailStates)[number]

export const deliveries = ['delivered', 'bounced'] as const
export type Delivery = (typeof deliveries)[number]

/** A mail to one recipient about one event. */
export interface Mail {
  readonly id: MailId
  readonly insurerId: AccountId
  /** Null where no policy is known, as of the receipt of a declared withdrawal. */
  readonly distributorId: AccountId | null
  readonly productId: ProductId
  readonly livemode: boolean
  readonly policyId: PolicyId | null
  readonly eventId: EventId
  readonly eventType: MailEvent
  /** Which recipient of the product it is: `policyholder`, `distributor`, `field:broker_email` or `address:a@b.c`. */
  readonly recipient: string
  readonly state: MailState
  /** Failed attempts since it was made, composed or released. */
  readonly failures: number
  readonly nextAt: Temporal.Instant | null
  /** Why it failed last, without personal data. */
  readonly problem: string | null
  /** SHA-256 of the whole message, in hex; null until it is composed. */
  readonly hash: string | null
  readonly bytes: number | null
  readonly replies: readonly ServerReply[]
  /** What reports say, a bounce before all others; null while none does. */
  readonly delivery: Delivery | null
  readonly createdAt: Temporal.Instant
  /** The moment that the mail carries: on a test clock, that of the clock. */
  readonly datedAt: Temporal.Instant
}

/** Why it cannot be sent again. */
export function refusalOfResend({ id, state }: Mail): Refusal | null {
  return state === 'parked' ? null : mailNotParked(id, state)
}

/** `delivered` and `bounced` come from delivery reports. */
export const replyOutcomes = ['accepted', 'temporary', 'permanent', 'delivered', 'bounced'] as const

/** What a mail server answered or reported, without the address. */
export interface ServerReply {
  readonly at: string
  readonly outcome: (typeof replyOutcomes)[number]
  readonly reply: string
  /** SHA-256 of the report that says so; absent where the server itself answered. */
  readonly report?: string
}

/** What is sealed of a mail. Attachments stand in the message by their hash. */
export interface MailContent {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly name: string; readonly hash: string }[]
  readonly pieces: readonly MessagePiece[]
}

/** Bytes in base64, or the attachment with this hash, in base64 by lines of 76. */
export type MessagePiece = { readonly bytes: string } | { readonly hash: string }

export function recipientKey(recipient: MailRecipient): string {
  const { kind } = recipient
  if (kind === 'policyholder' || kind === 'distributor') return kind
  return kind === 'field' ? `field:${recipient.field}` : `address:${recipient.address}`
}

/** The same for the same event and recipient, so that a mail that comes twice is known as one. */
export function messageId(
  { eventId, recipient }: Pick<Mail, 'eventId' | 'recipient'>,
  domain: string,
): string {
  const hash = createHash('sha256').update(`${eventId} ${recipient}`).digest('hex').slice(0, 32)
  return `<${hash}@${domain}>`
}
