import type { InvoiceId, JsonObject, PolicyVersionId } from '../kernel/index.ts'
import type { Account } from '../identity/index.ts'
import type { InvoiceKind } from '../ledger/index.ts'
import type { CurrentTerm, PolicyIdentity, SaleMoments } from '../policies/index.ts'
import type { Premium } from '../pricing/index.ts'
import type {
  DocumentOccasion,
  ItemDefinition,
  NamedCancellation,
  PaymentPlanDefinition,
  ProductDefinition,
} from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import type { DeclaredFields } from './declared-fields.ts'

/** The facts of a document, before they are formatted in its language. */
export interface DocumentCase {
  readonly occasion: DocumentOccasion
  readonly language: string
  /** The moment of the event that the document is about. */
  readonly at: Temporal.Instant
  readonly definition: ProductDefinition
  /** The page on which customers withdraw; null where the product gives no right to. */
  readonly withdrawalLink: string | null
  /** The page on which what the document asks for is paid; null where that is nothing. */
  readonly payLink: string | null
  readonly fields: DeclaredFields
  readonly item: Pick<ItemDefinition, 'key' | 'name' | 'names'>
  readonly plan: PaymentPlanDefinition
  readonly insurer: Pick<Account, 'key' | 'name'>
  readonly distributor: Pick<Account, 'key' | 'name'>
  readonly policy: CasePolicy
  readonly content: CaseContent
  readonly payment: CasePayment | null
  readonly endorsement: CaseChange | null
  readonly adjustment: CaseAdjustment | null
  readonly cancellation: CaseCancellation | null
  readonly withdrawal: CaseWithdrawal | null
  readonly reinstatement: CaseReinstatement | null
  readonly invoice: CaseInvoice | null
  readonly deferral: CaseDeferral | null
  readonly renewal: CaseRenewal | null
  readonly dunning: CaseDunning | null
}

/** The constant data of a policy, and the days of its version. */
export interface CasePolicy
  extends
    Pick<
      PolicyIdentity,
      'id' | 'insurerPolicyId' | 'insurerExternalPolicyId' | 'createdAt' | 'startDay'
    >,
    Pick<SaleMoments, 'offerExpiresAt' | 'issuedAt'>,
    Pick<CurrentTerm, 'endDay'> {
  readonly versionId: PolicyVersionId
  /** Whether its version cancels it. */
  readonly isEnded: boolean
}

/** The data of customer and insured object, and the price, on some days. */
export interface CaseContent {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly data: JsonObject
  readonly quote: Pick<Quote, 'id' | 'createdAt' | 'expiresAt'> & {
    /** The answers, with dataset items in place. */
    readonly data: JsonObject
    readonly premium: Premium
    readonly billingCycles: number
  }
}

export interface CasePayment {
  readonly provider: string
  readonly method: string
  readonly amount: number
  readonly at: Temporal.Instant
}

export interface CaseChange {
  readonly effectiveDay: Temporal.PlainDate
  readonly requestedAt: Temporal.Instant
  readonly before: CaseContent
  /** The additional charge; a refund if negative. */
  readonly amount: number
  /** Where it changes the payment plan. */
  readonly plan: CasePlanChange | null
  /** Whether somebody requested it, the law changed the tax, or a clause raised an answer by an index. */
  readonly cause: 'request' | 'tax_change' | 'indexation'
  /** The answer that rises by an index; null for other causes. */
  readonly indexed: string | null
}

export interface CasePlanChange {
  readonly before: PaymentPlanDefinition
  /** The first payment by the new plan. */
  readonly first: {
    readonly firstDay: Temporal.PlainDate
    readonly lastDay: Temporal.PlainDate
    readonly amount: number
    readonly dueDay: Temporal.PlainDate
  }
}

/** The premium of a term after what was declared for it. */
export interface CaseAdjustment {
  /** The days of the term that were covered. */
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  readonly before: CaseContent
  /** The additional charge; a refund if negative. */
  readonly amount: number
}

export interface CaseCancellation {
  readonly lastDay: Temporal.PlainDate
  readonly reason: string
  readonly by: string
  readonly at: Temporal.Instant
  readonly refund: number
  /** Who ended the contract, and why; null where nobody said. */
  readonly named: NamedCancellation | null
  /** The day on which the notice was received; null where nobody said. */
  readonly receivedOn: Temporal.PlainDate | null
  /** The day of the event that gave the right to cancel; null where nobody said. */
  readonly occurredOn: Temporal.PlainDate | null
}

export interface CaseWithdrawal {
  readonly receivedOn: Temporal.PlainDate
  readonly sentOn: Temporal.PlainDate
  /** The days that stay covered; null where there are none. */
  readonly cover: {
    readonly firstDay: Temporal.PlainDate
    readonly lastDay: Temporal.PlainDate
  } | null
  /** The price of these days. */
  readonly kept: number
  /** What was paid beyond it, and is paid back. */
  readonly refund: number
}

export interface CaseReinstatement {
  /** The day on which cover resumes. */
  readonly firstDay: Temporal.PlainDate
  /** The days without cover; null where there are none. */
  readonly gap: {
    readonly firstDay: Temporal.PlainDate
    readonly lastDay: Temporal.PlainDate
  } | null
  /** The amount to be paid for it. */
  readonly amount: number
}

/** The overdue amounts of a dunning letter. */
export interface CaseDunning {
  readonly kind: 'reminder' | 'notice' | 'suspension' | 'lapse' | 'revival'
  readonly number: number
  readonly day: Temporal.PlainDate
  readonly invoices: readonly {
    /** Null for the fee of a letter. */
    readonly number: string | null
    readonly dueDay: Temporal.PlainDate
    readonly open: number
    readonly isFee: boolean
    /** The page on which it is paid; null where there is none. */
    readonly page: string | null
  }[]
  /** The fee of this letter. */
  readonly fee: number
  readonly total: number
  readonly graceUntil: Temporal.PlainDate | null
  readonly graceDays: number | null
  readonly coverUntil: Temporal.PlainDate | null
  readonly coverFrom: Temporal.PlainDate | null
  readonly revivalAmount: number | null
}

/** The later due day of an invoice. */
export interface CaseDeferral {
  readonly dueBefore: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
  readonly open: number
}

/** The next term, as the renewal notice shows it. */
export interface CaseRenewal {
  readonly isAutomatic: boolean
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  /** Data and price until then. */
  readonly before: CaseContent
  /** The names of the answers and fields that are endorsed for it. */
  readonly endorsed: { readonly answers: readonly string[]; readonly data: readonly string[] }
  /** The names of the answers that rise by an index. */
  readonly indexed: readonly string[]
  /** Where it is accepted or declined. */
  readonly link: string
}

/** An invoice as it stood when it was issued: its document leaves later events out. */
export interface CaseInvoice {
  readonly id: InvoiceId
  /** As people read it. */
  readonly number: string
  readonly reference: string
  readonly kind: InvoiceKind
  readonly issueDay: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
  readonly lines: readonly CaseLine[]
  readonly total: number
  /** The price of one period; before is null if the last invoice had the same, or if there was none. */
  readonly premium: { readonly now: number; readonly before: number | null }
  readonly payment: {
    readonly how: 'paid' | 'collected' | 'transfer' | 'elsewhere' | 'nothing'
    readonly provider: string | null
    readonly method: string | null
  }
}

export interface CaseLine {
  readonly kind: 'period' | 'adjustment' | 'fee' | 'goodwill' | 'correction' | 'balance'
  /** As a person wrote it; null where none did. */
  readonly text: string | null
  /** Null for what belongs to none. */
  readonly period: {
    readonly firstDay: Temporal.PlainDate
    readonly lastDay: Temporal.PlainDate
  } | null
  readonly taxRate: number | null
  readonly amount: number
  readonly tax: number
  readonly fee: number
  /** The transaction that changed the price; null where the period is charged for the first time. */
  readonly because: {
    readonly transaction: string
    readonly effectiveDay: Temporal.PlainDate
  } | null
}
