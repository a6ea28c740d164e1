import type {
  AccountId,
  CommissionAgreementId,
  CommissionEntryId,
  InvoiceId,
  PolicyId,
  PolicyVersionId,
  ProductId,
} from '../kernel/index.ts'

/** What moved commission: a charge, or what became of an invoice. */
export const entryCauses = ['charge', 'payment', 'charge_back', 'write_off', 'invoice'] as const

/** Commission that a distributor has earned by a policy, or below zero what was taken back. */
export interface CommissionEntry {
  readonly id: CommissionEntryId
  readonly policyId: PolicyId
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly agreementId: CommissionAgreementId
  readonly livemode: boolean
  readonly currency: string
  readonly amount: number
  readonly cause: (typeof entryCauses)[number]
  /** The version that charged; null for other causes. */
  readonly versionId: PolicyVersionId | null
  /** The invoice that is paid or is owed again; null where it is none, or several. */
  readonly invoiceId: InvoiceId | null
  /** When its cause happened, on the clock of the policy. */
  readonly happenedAt: Temporal.Instant
  readonly bookingDay: Temporal.PlainDate
  readonly createdAt: Temporal.Instant
}
