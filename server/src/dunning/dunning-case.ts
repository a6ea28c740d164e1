import type {
  AccountId,
  DunningCaseId,
  DunningLetterId,
  InvoiceId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'
import type { InvoiceKind } from '../ledger/index.ts'
import type { NoticeProof } from '../products/index.ts'

/**
 * A case is open until everything that it follows is paid (`cured`), the policy has lapsed, or its
 * cover is over for another reason (`ended`).
 */
export const caseStates = ['open', 'cured', 'lapsed', 'ended'] as const
export type CaseState = (typeof caseStates)[number]

/** How far it has come. */
export const caseSteps = ['overdue', 'reminded', 'notice_sent', 'suspended'] as const
export type CaseStep = (typeof caseSteps)[number]

/** The arrears of a policy, and the dunning steps taken. */
export interface DunningCase {
  readonly id: DunningCaseId
  readonly policyId: PolicyId
  readonly insurerId: AccountId
  readonly productId: ProductId
  readonly livemode: boolean
  readonly currency: string
  /** Whose steps it follows, whatever the product says later. */
  readonly productVersionId: ProductVersionId
  readonly state: CaseState
  readonly step: CaseStep
  /** The last day on which nothing was overdue: its days count from there. */
  readonly sinceDay: Temporal.PlainDate
  /** On which the step was taken. */
  readonly stepDay: Temporal.PlainDate
  /** How many were written. */
  readonly reminders: number
  /** What the notice needs before its grace begins; null where it needs nothing, or has its proof. */
  readonly waitsFor: NoticeProof | null
  /** The last day for paying what the notice asks for; null without one, and while it waits. */
  readonly graceUntil: Temporal.PlainDate | null
  /** Since when a person has to send a letter of termination; null where nobody has to. */
  readonly terminationDueOn: Temporal.PlainDate | null
  /** On which the premium was claimed at law: then the policy does not lapse. Null where it was not. */
  readonly legalActionOn: Temporal.PlainDate | null
  /**
   * The day since which the notice of its lapse is not proven any more, while the policy stays lapsed; null
   * where it is proven, needs no proof, or the lapse was undone.
   */
  readonly unprovenSince: Temporal.PlainDate | null
  /** When a person let such a lapse stand; null where nobody has. */
  readonly lapseUpheldAt: Temporal.Instant | null
  /** The overdue amount at the last check. */
  readonly overdue: number
  readonly openedAt: Temporal.Instant
  readonly closedAt: Temporal.Instant | null
}

export const letterKinds = ['reminder', 'notice', 'suspension', 'lapse', 'revival'] as const
export type LetterKind = (typeof letterKinds)[number]

/** A letter to a customer, with the amounts of the ledger at that time. It never changes. */
export interface DunningLetter {
  readonly id: DunningLetterId
  readonly caseId: DunningCaseId
  readonly policyId: PolicyId
  readonly kind: LetterKind
  /** Which of its case it is: 1, 2, 3 and so on. */
  readonly place: number
  /** The first reminder is 1, as is the first notice. */
  readonly number: number
  readonly day: Temporal.PlainDate
  readonly writtenAt: Temporal.Instant
  /** The version of the policy by then. */
  readonly versionId: PolicyVersionId
  readonly invoices: readonly StatedInvoice[]
  /** What they come to. */
  readonly total: number
  /** What was known when it was written: how many charges, and which receipts. */
  readonly knownCharges: number
  readonly knownReceipts: readonly PaymentId[]
  /** The invoice of its fee; null where it has none. */
  readonly feeInvoiceId: InvoiceId | null
  /**
   * The last day for paying: in a notice that needs no proof, by a suspension, and by a lapse that a
   * payment can void.
   */
  readonly graceUntil: Temporal.PlainDate | null
  /** In a notice that has to be proved, the days for paying from its arrival; null in all other letters. */
  readonly graceDays: number | null
  /** By a suspension, a lapse or a revival, the last day of cover before it. */
  readonly coverUntil: Temporal.PlainDate | null
  /** By a revival, the day from which there is cover again. */
  readonly coverFrom: Temporal.PlainDate | null
  /** By a lapse, how much has to be paid to void it; null where nothing does. */
  readonly revivalAmount: number | null
  readonly voidAt: Temporal.Instant | null
  /** Why it does not count; null where it does. */
  readonly voidReason: string | null
}

/** Written as it stands: a letter reads the same for ever. */
export interface StatedInvoice {
  readonly id: InvoiceId
  readonly kind: InvoiceKind
  readonly due_day: string
  readonly total: number
  readonly open: number
}
