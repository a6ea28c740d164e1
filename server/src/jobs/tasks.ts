import type {
  PortfolioCheckId,
  ClockId,
  DunningCaseId,
  DunningLetterId,
  InvoiceId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  QuoteId,
  RefundId,
  WebhookId,
} from '../kernel/index.ts'

/** Every task there is, with what it is told. */
export interface Tasks {
  /** An order of a policy was accepted: assemble the new version. */
  assemble_transaction: { policyId: PolicyId; versionId: PolicyVersionId; promised?: string }
  /** There is credit: because of the version, or of something else that is named. */
  credit_due: { policyId: PolicyId; versionId: PolicyVersionId; cause?: string }
  /** News from policies that documents act on: something has happened that documents are made for. */
  make_documents: VersionDocuments | InvoiceDocuments | RenewalDocuments | LetterDocuments
  /** News from policies that renewals act on: the next term is to be priced, or priced again. */
  price_renewal: { policyId: PolicyId; versionId: PolicyVersionId }
  /** News from the ledger that dunning acts on: something has happened to what is overdue. */
  pursue_arrears: { policyId: PolicyId }
  /** A hold on all policies of a product is over: the next of its cases are looked at. */
  resume_dunning: { productId: ProductId; livemode: boolean; after?: DunningCaseId }
  /** Ask the provider what became of a payment that is still pending. */
  settle_payment: { paymentId: PaymentId; policyId?: PolicyId }
  /** Have money given back, or ask what became of that. */
  settle_refund: { refundId: RefundId; policyId?: PolicyId }
  /** Price the next policies of a book again. */
  check_portfolio: { checkId: PortfolioCheckId }
  /** Price the book by the drafts that somebody asked about, one after the other. */
  run_impacts: Record<string, never>
  /** Advance a test clock to where it was ordered to. */
  advance_clock: { clockId: ClockId; busyTurns?: number }
  /** Order deliveries to an endpoint again: those that failed, or of a time. */
  resend_webhooks: { webhookId: WebhookId; failed?: boolean; from?: string; until?: string }
  /** Do what is due, and tidy up. */
  sweep: Record<string, never>
}
export type TaskName = keyof Tasks

/** The documents of a version of a policy. */
export interface VersionDocuments {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly occasion: 'offer' | 'policy' | 'endorsement' | 'cancellation' | 'reinstatement'
}

/** The document of an invoice, once that has its number. */
export interface InvoiceDocuments {
  readonly policyId: PolicyId
  readonly invoiceId: InvoiceId
  readonly occasion: 'invoice' | 'credit_note'
}

/** The notice of a renewal, at the price that is offered. */
export interface RenewalDocuments {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  /** The version of the policy that it was priced on. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'renewal_notice'
}

/** A letter to a customer who has not paid. */
export interface LetterDocuments {
  readonly policyId: PolicyId
  readonly letterId: DunningLetterId
  /** The version of the policy by then. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'reminder' | 'notice' | 'suspension' | 'lapse'
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
