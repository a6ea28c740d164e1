import type {
  PortfolioCheckId,
  ClockId,
  ClosingId,
  CommissionAgreementId,
  DeclarationId,
  DunningCaseId,
  DeferralId,
  DunningLetterId,
  InvoiceId,
  MandateSetupId,
  MassEndorsementId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  QuoteId,
  RefundId,
  WebhookId,
} from '../kernel/index.ts'

/** Every kind of job, with its payload. */
export interface Tasks {
  /** A policy transaction was accepted: assemble the new version. */
  assemble_transaction: { policyId: PolicyId; versionId: PolicyVersionId; promised?: string }
  /** Withdraw from the policy that a declaration names; with a version, see what became of it. */
  carry_out_withdrawal: { declarationId: DeclarationId; versionId?: PolicyVersionId }
  /** Pay out a credit, which the version or another named cause has left. */
  credit_due: { policyId: PolicyId; versionId: PolicyVersionId; cause?: string }
  /** Render the documents of an event. */
  make_documents:
    | VersionDocuments
    | InvoiceDocuments
    | DeferralDocuments
    | RenewalDocuments
    | LetterDocuments
  /** Price the next term of a policy, for the first time or again. */
  price_renewal: { policyId: PolicyId; versionId: PolicyVersionId }
  /** Continue the dunning of a policy after a change of its overdue amount. */
  pursue_arrears: { policyId: PolicyId }
  /** Continue the next dunning cases of a product after its hold has ended. */
  resume_dunning: { productId: ProductId; livemode: boolean; after?: DunningCaseId }
  /** Ask the provider for the outcome of a pending payment. */
  settle_payment: { paymentId: PaymentId; policyId?: PolicyId }
  /** Request a refund from the provider, or ask for its outcome. */
  settle_refund: { refundId: RefundId; policyId?: PolicyId }
  /** Ask the provider for the outcome of a mandate that a customer sets up. */
  settle_mandate: { setupId: MandateSetupId; policyId?: PolicyId }
  /** Price the next policies of a portfolio check again. */
  check_portfolio: { checkId: PortfolioCheckId }
  /** Sum a month that is closed. */
  sum_month: { closingId: ClosingId }
  /** Post what the distributor of a policy has earned. */
  post_commission: { policyId: PolicyId }
  /** Post the commission of policies that were sold before their agreement was made. */
  post_commission_since: {
    agreementId: CommissionAgreementId
    livemode: boolean
    after?: PolicyId
  }
  /** Price the portfolio with the requested drafts, one after the other. */
  run_impacts: Record<string, never>
  /** Look at the next policies of a mass endorsement, for its preview or to change them. */
  mass_endorsement: { massEndorsementId: MassEndorsementId }
  /** Advance a test clock to its target. */
  advance_clock: { clockId: ClockId; busyTurns?: number }
  /** Send events to an endpoint again: those that failed, or those of a range of time. */
  resend_webhooks: { webhookId: WebhookId; failed?: boolean; from?: string; until?: string }
  /** Run what is due, and tidy up. */
  sweep: Record<string, never>
}
export type TaskName = keyof Tasks

/** The documents of a version of a policy. */
export interface VersionDocuments {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly occasion:
    | 'offer'
    | 'policy'
    | 'endorsement'
    | 'adjustment'
    | 'cancellation'
    | 'withdrawal'
    | 'reinstatement'
}

/** The document of an invoice, once the invoice has its number. */
export interface InvoiceDocuments {
  readonly policyId: PolicyId
  readonly invoiceId: InvoiceId
  readonly occasion: 'invoice' | 'credit_note'
}

/** The letter that an invoice is due later. */
export interface DeferralDocuments {
  readonly policyId: PolicyId
  readonly deferralId: DeferralId
  /** The version of the policy at that time. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'deferral'
}

/** The notice of a renewal, at the price that is offered. */
export interface RenewalDocuments {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  /** The version of the policy on which the renewal was priced. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'renewal_notice'
}

/** A letter to a customer who has not paid. */
export interface LetterDocuments {
  readonly policyId: PolicyId
  readonly letterId: DunningLetterId
  /** The version of the policy at that time. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'reminder' | 'notice' | 'suspension' | 'lapse' | 'revival'
}

/** A job under a key of its own. */
export interface KeyedJob<Name extends TaskName> {
  readonly key: string
  readonly payload: Tasks[Name]
}

/** A job under a key of its own, for later. */
export interface LaterJob<Name extends TaskName> extends KeyedJob<Name> {
  readonly runAt: Temporal.Instant
}
