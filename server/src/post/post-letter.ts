import type { AccountId, PolicyId, PostLetterId, ProductId, Refusal } from '../kernel/index.ts'
import { letterNotPosted } from './reasons.ts'

/** `void`: what it says has become needless, so it is not sent any more. */
export const postStates = ['waiting', 'sent', 'delivered', 'returned', 'void'] as const
export type PostState = (typeof postStates)[number]

/** A letter that is printed and sent by post, and what became of it. */
export interface PostLetter {
  readonly id: PostLetterId
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
  readonly productId: ProductId
  readonly policyId: PolicyId
  readonly livemode: boolean
  /** Whose documents are printed: a letter of dunning. */
  readonly subjectId: string
  readonly state: PostState
  /** On which it was posted, the last time. */
  readonly sentOn: Temporal.PlainDate | null
  readonly deliveredOn: Temporal.PlainDate | null
  /** On which it came back, the last time. */
  readonly returnedOn: Temporal.PlainDate | null
  /** How its delivery is known; null while it is not. */
  readonly evidence: string | null
  readonly createdAt: Temporal.Instant
}

/** Why it can neither have arrived nor come back; null if it can. */
export function refusalOfArrival({ id, sentOn, state }: PostLetter): Refusal | null {
  const isOnItsWay = state === 'sent' || state === 'delivered' || state === 'returned'
  return sentOn !== null && isOnItsWay ? null : letterNotPosted(id, state)
}
