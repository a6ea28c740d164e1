import { type InvoiceId, type MandateId, type Moment, mintPaymentId } from '../kernel/index.ts'
import type { Policy } from '../policies/index.ts'
import { firstAskAt } from './ask-later.ts'
import type { Payment } from './payment.ts'

/** How it is paid, and what for. */
interface PaidBy {
  readonly provider: string
  readonly method: string
  readonly reference: string | null
  readonly amount: number
  /** Null where it pays for the offer. */
  readonly invoiceId: InvoiceId | null
  /** By which it is collected, and which try it is; null where a customer pays. */
  readonly mandateId?: MandateId
  readonly attempt?: number
}

/** A payment that is pending until its provider has said how it ended. */
export function newPayment(policy: Policy, paid: PaidBy, moment: Moment): Payment {
  return {
    id: mintPaymentId(moment),
    policyId: policy.id,
    invoiceId: paid.invoiceId,
    livemode: policy.livemode,
    insurerId: policy.insurerId,
    distributorId: policy.distributorId,
    productId: policy.productId,
    customerId: policy.customerId,
    firstName: policy.firstName,
    lastName: policy.lastName,
    provider: paid.provider,
    method: paid.method,
    status: 'pending',
    amount: paid.amount,
    currency: policy.currency,
    chargeId: null,
    reference: paid.reference,
    reason: null,
    errorCode: null,
    createdAt: moment.now,
    processedAt: null,
    askAt: firstAskAt(moment),
    doubt: null,
    doubtSince: null,
    lateAt: null,
    receivedOn: null,
    onAccount: false,
    unappliedAt: null,
    mandateId: paid.mandateId ?? null,
    attempt: paid.attempt ?? null,
    chargedBackAt: null,
    needsCustomerSince: null,
    processingSince: null,
  }
}
