import type { AccountId, JsonObject, PolicyId } from '../kernel/index.ts'

/** Everything that can happen, as a closed catalogue. */
export const eventTypes = [
  'offer.created',
  'offer.expired',
  'policy.issued',
  'policy.change_requested',
  'policy.changed',
  'policy.change_failed',
  'policy.change_proposed',
  'policy.cancellation_requested',
  'policy.cancelled',
  'policy.cancellation_failed',
  'policy.reinstatement_requested',
  'policy.reinstated',
  'policy.reinstatement_failed',
  'policy.reinstatement_proposed',
  'policy.proposal_preempted',
  'policy.proposal_lapsed',
  'policy.expired',
  'policy.renewed',
  'renewal.offered',
  'renewal.accepted',
  'renewal.declined',
  'renewal.blocked',
  'renewal.knocked_out',
  'renewal.withdrawn',
  'invoice.issued',
  'invoice.settled',
  'payment.pending',
  'payment.ok',
  'payment.failed',
  'payment.late',
  'payment.in_doubt',
  'payment.resolved',
  'invoice.written_off',
  'receipt.recorded',
  'receipt.unmatched',
  'payment.charged_back',
  'invoice.reopened',
  'mandate.given',
  'mandate.replaced',
  'mandate.withdrawn',
  'mandate.declined',
  'refund.created',
  'refund.ok',
  'refund.failed',
  'refund.in_doubt',
  'refund.retried',
  'document.rendered',
  'document.failed',
  'product.pushed',
  'product.published',
  'webhook.failing',
  'webhook.disabled',
  'webhook.test',
] as const
export type EventType = (typeof eventTypes)[number]

/** What news is about, and whose it is. A product is sold by nobody in particular. */
export interface EventSubject {
  readonly id: string
  /** The policy that it belongs to, where it is not one itself. */
  readonly policyId?: PolicyId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
}

/** News about one subject. It names ids and states, never a person. */
export interface News {
  readonly type: EventType
  readonly about: EventSubject
  readonly data: JsonObject
}
