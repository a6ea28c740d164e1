import type {
  AccountId,
  CustomerId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  RefundId,
} from '../kernel/index.ts'
import type { RefundMethod } from '../products/index.ts'

export type PaymentStatus = 'pending' | 'ok' | 'failed'

/** Money taken for a policy, or the attempt to. */
export interface Payment {
  readonly id: PaymentId
  readonly policyId: PolicyId
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
  readonly token: string
  readonly chargeId: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly errorCode: string | null
  readonly createdAt: Temporal.Instant
  readonly processedAt: Temporal.Instant | null
}

/** Money given back after a cancellation. */
export interface Refund {
  readonly id: RefundId
  readonly paymentId: PaymentId
  readonly policyId: PolicyId
  readonly policyVersionId: PolicyVersionId
  readonly status: PaymentStatus
  readonly method: RefundMethod
  readonly amount: number
  readonly currency: string
  readonly reference: string | null
  readonly reason: string | null
  readonly createdAt: Temporal.Instant
  readonly processedAt: Temporal.Instant | null
}
