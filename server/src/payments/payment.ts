import type {
  AccountId,
  CustomerId,
  InvoiceId,
  MandateId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  RefundId,
} from '../kernel/index.ts'
import type { RefundMethod } from '../products/index.ts'

export type PaymentStatus = 'pending' | 'ok' | 'failed'

/**
 * Why a payment needs a person: its provider confirms neither that it was made nor that it never
 * will be, or says that it failed after it had said that it was made.
 */
export type PaymentDoubt = 'unconfirmed' | 'contradicted'

/** Why a refund needs a person. */
export type RefundDoubt = 'unconfirmed' | 'failed'

/** Money taken for a policy, or the attempt to. */
export interface Payment {
  readonly id: PaymentId
  readonly policyId: PolicyId
  /** The invoice of a later transaction; null where the payment is for the offer. */
  readonly invoiceId: InvoiceId | null
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly customerId: CustomerId
  /** As the customer was called when it was made. */
  readonly firstName: string
  readonly lastName: string
  readonly provider: string
  readonly method: string
  readonly status: PaymentStatus
  readonly amount: number
  readonly currency: string
  readonly chargeId: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly errorCode: string | null
  readonly createdAt: Temporal.Instant
  readonly processedAt: Temporal.Instant | null
  /**
   * When the provider is asked about it next: always while it is pending, and where there is news to
   * come of one that was made. Null on a test clock, where a deadline says when.
   */
  readonly askAt: Temporal.Instant | null
  readonly doubt: PaymentDoubt | null
  readonly doubtSince: Temporal.Instant | null
  /** When money came for it although it had failed. */
  readonly lateAt: Temporal.Instant | null
  /** The day on which the bank had it, of money that came by itself; null for all else. */
  readonly receivedOn: Temporal.PlainDate | null
  /** Stands for money that another party collects and that has not arrived yet. */
  readonly onAccount: boolean
  /** When money came that cannot pay for the policy. A refund gives it back. */
  readonly unappliedAt: Temporal.Instant | null
  /** By which it was collected, and which try it is of its invoice; null where a customer pays. */
  readonly mandateId: MandateId | null
  readonly attempt: number | null
  /** When its money was taken back after it had been made: it counts as failed since. */
  readonly chargedBackAt: Temporal.Instant | null
  /** Since when the customer, who was not there, has to confirm it. */
  readonly needsCustomerSince: Temporal.Instant | null
  /** Since when its provider says that it was accepted: nobody can stop it, or has anything to do for it. */
  readonly processingSince: Temporal.Instant | null
}

/** The cause of a refund of money that paid for nothing. */
export const unapplied = 'unapplied'

/** Money given back: what a version of the policy left too much, or what could not be applied. */
export interface Refund {
  readonly id: RefundId
  readonly paymentId: PaymentId
  readonly policyId: PolicyId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  /** What it gives back, once of each payment. */
  readonly cause: string
  /** The version that left too much; null for money that could not be applied. */
  readonly policyVersionId: PolicyVersionId | null
  readonly status: PaymentStatus
  /** How the product's terms found the amount; `whole` for money that could not be applied. */
  readonly method: RefundMethod | 'withdrawal' | 'whole'
  readonly amount: number
  readonly currency: string
  readonly reference: string | null
  readonly reason: string | null
  /** A failed refund can be retried. */
  readonly attempt: number
  readonly attemptedAt: Temporal.Instant
  /** How often the provider was asked for this attempt, or about it. */
  readonly asks: number
  readonly askAt: Temporal.Instant | null
  readonly doubt: RefundDoubt | null
  readonly doubtSince: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
  readonly processedAt: Temporal.Instant | null
}
