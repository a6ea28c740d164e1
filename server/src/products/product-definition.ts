import type { Json, JsonObject } from '../kernel/index.ts'
import type { MarkedFields } from '../masks/index.ts'
import type { FieldRule } from '../rules/index.ts'

/** The files of a product folder, by path inside the folder with forward slashes. */
export type ProductFiles = ReadonlyMap<string, Uint8Array>

export const refundMethods = ['pro_rata', 'none', 'full_before_start', 'short_rate'] as const
export type RefundMethod = (typeof refundMethods)[number]

/** Who ends a contract by a cancellation. */
export const cancellationKinds = ['customer', 'insurer', 'agreement'] as const
export type CancellationKind = (typeof cancellationKinds)[number]

/** What the last day of a cancellation with notice has to be. */
export const noticeEnds = ['end_of_term', 'end_of_year', 'end_of_period', 'any_day'] as const

/** Who may endorse a policy: its insurer alone, or the distributor too for its own sales. */
export const endorsers = ['insurer', 'distributor'] as const
/** When an additional premium is paid: before the endorsement counts, or with the next instalment. */
export const increaseDues = ['now', 'next'] as const
/** Whether what was overpaid waits for the periods still to come, or goes back at once. */
export const creditUses = ['credit', 'at_once'] as const

/** `tracked`: each receipt is reported to us. `elsewhere`: what is invoiced counts as received. */
export const receiptModes = ['elsewhere', 'tracked'] as const

/** `covers`: there is cover before the first premium is paid. `suspends`: none until it is. */
export const firstPremiums = ['covers', 'suspends'] as const

/** How a policy goes on at the end of its term: by itself, once its customer accepts, or not at all. */
export const renewalKinds = ['automatic', 'on_acceptance', 'none'] as const
export type RenewalKind = (typeof renewalKinds)[number]

/** Whose insurance law a product can follow. */
export const laws = ['de', 'ch'] as const
export type Law = (typeof laws)[number]

/** What follows when the grace of a notice is over. */
export const dunningOutcomes = ['lapse', 'suspend'] as const
/** Where cover ends by a lapse: with the last day that was paid for, or with the grace. */
export const coverEnds = ['end_of_grace', 'paid_to'] as const

/** What publishing may require: test cases that pass, and an impact on the portfolio. */
export const publishNeeds = ['tests', 'impact'] as const

export const planFrequencies = ['month', 'quarter', 'half_year', 'year'] as const
export type PlanFrequency = (typeof planFrequencies)[number]

/** A product as its folder describes it: everything that a version fixes, as plain data. */
export interface ProductDefinition {
  readonly key: string
  /** In the default language. */
  readonly name: string
  /** By language, where the folder names it in several. */
  readonly names?: LocalTexts
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** A lower-case ISO 4217 code. */
  readonly currency: string
  readonly timeZone: string
  /** The class of business for tax returns and reports, such as `liability`. */
  readonly classOfBusiness?: string
  /** The country whose tax office is owed the tax: an ISO 3166 code. */
  readonly countryOfRisk?: string
  /** The first part of every policy number, for example `CYB`. */
  readonly policyPrefix: string
  readonly quoteValidDays: number
  readonly offerValidDays: number
  /** Whether cover may cost nothing. Left out by releases that did not ask. */
  readonly freeOfCharge?: boolean
  readonly items: readonly ItemDefinition[]
  readonly paymentPlans: readonly PaymentPlanDefinition[]
  readonly integrations: readonly IntegrationDefinition[]
  /** Whose insurance law it follows; null where it names none. */
  readonly law: Law | null
  /** Whom it is sold to: consumers receive documents before they are bound. Absent where it is left out. */
  readonly customers?: (typeof customerKinds)[number]
  readonly cancellation: CancellationSettings
  /** The customer's right to withdraw after the sale; null where there is none. */
  readonly withdrawal: WithdrawalSettings | null
  readonly life: LifeSettings
  readonly renewal: RenewalSettings
  /** What follows when an invoice is not paid; null where nothing does. */
  readonly dunning: DunningSettings | null
  /** What has to be seen before a version is put on sale; nothing where it is left out. */
  readonly publish?: PublishSettings
  /** What public keys are shown of the outputs beside the price; all of them where it is left out. */
  readonly publicOutputs?: readonly PublicOutput[]
  /** The fields of quote and policy data that are personal; none where it is left out. */
  readonly personalData?: MarkedFields
  readonly datasets: readonly DatasetDefinition[]
  readonly documents: readonly DocumentDefinition[]
  /** How a page asks, where the folder says so. */
  readonly checkout?: CheckoutDefinition
  /** What customers are sent by e-mail; nothing where it is left out. */
  readonly mails?: MailsDefinition
}

/**
 * The events that can send a mail, and the occasion whose data and documents it shows; null for the receipt
 * of a declared withdrawal, which knows no policy.
 */
export const mailEvents = {
  'offer.created': 'offer',
  'policy.issued': 'policy',
  'policy.endorsed': 'endorsement',
  'policy.cancelled': 'cancellation',
  'policy.withdrawn': 'withdrawal',
  'withdrawal.received': null,
  'policy.reinstated': 'reinstatement',
  'policy.renewed': 'policy',
  'renewal.offered': 'renewal_notice',
  'invoice.issued': 'invoice',
  'payment.failed': 'invoice',
  'payment.action_required': 'invoice',
  'refund.ok': 'policy',
  'dunning.reminded': 'reminder',
  'dunning.notice_sent': 'notice',
  'dunning.suspended': 'suspension',
  'dunning.lapsed': 'lapse',
  'dunning.revived': 'revival',
} as const satisfies Readonly<Record<string, DocumentOccasion | null>>
export type MailEvent = keyof typeof mailEvents

/** What all mails of a product have in common, and which of them are sent. */
export interface MailsDefinition {
  /** Who they are from, by language; the insurer's name where it is left out. */
  readonly sender?: LocalTexts
  readonly replyTo?: string
  /** Of headings, buttons and links, such as `#1f4435`. */
  readonly colour?: string
  /** A picture in the folder that mail programs can show. */
  readonly logo?: string
  /** The end of every mail, by language. */
  readonly footer: Readonly<Record<string, string>>
  readonly mails: readonly MailDefinition[]
}

export interface MailDefinition {
  readonly event: MailEvent
  /** Whether product.yaml switches it on. */
  readonly isSent: boolean
  readonly to: readonly MailRecipient[]
  /** Designations of documents. */
  readonly attach: readonly string[]
  /** Templates by language. */
  readonly files: Readonly<Record<string, string>>
}

export type MailRecipient =
  | { readonly kind: 'policyholder' }
  | { readonly kind: 'distributor' }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'address'; readonly address: string }

export interface CancellationSettings {
  readonly refund: RefundMethod
  /** For `short_rate`, by rising days. */
  readonly shortRates: readonly ShortRate[]
  /** What a request may name beyond that; nothing where it is left out. */
  readonly kinds?: Readonly<Partial<Record<CancellationKind, CancellationKindTerms>>>
}

/** What follows from a kind of cancellation, or from one of its reasons. */
export interface CancellationTerms {
  readonly refund: RefundMethod
  /** Alternatives, of which the last day has to fit one; none where no notice is checked. */
  readonly notice: readonly NoticeRule[]
  /** The document that is made in place of `cancellation`; null where that one is. */
  readonly document: string | null
}

export interface CancellationKindTerms extends CancellationTerms {
  readonly reasons: readonly CancellationReasonTerms[]
}

export interface CancellationReasonTerms extends CancellationTerms {
  readonly code: string
  readonly labels: LocalTexts
  /** For how long after its event the right exists, as an ISO 8601 duration; null where it does not end. */
  readonly within: string | null
}

/** How long before the last day a notice has to be received. */
export interface NoticeRule {
  /** An ISO 8601 duration, counted from the receipt. */
  readonly period: string
  readonly to: (typeof noticeEnds)[number]
  /** The last day is not before this time from the start of cover is over; null for any. */
  readonly after: string | null
}

/** For how long a customer can withdraw. */
export interface WithdrawalSettings {
  readonly days: number
  /** The yes/no question by which a customer agrees to cover before these days are over; null where none does. */
  readonly earlyCover: string | null
  /** Days such as `2027-12-24`, besides the public holidays, on which the period does not end. */
  readonly holidays: readonly string[]
}

/** Who was covered for so many days or fewer pays at least this share of the premium. */
export interface ShortRate {
  readonly days: number
  /** In ten-thousandths: 2500 is a quarter. */
  readonly share: number
}

/** What may be done to a policy after the sale, by whom, and how its money moves then. */
export interface LifeSettings {
  readonly endorsements: (typeof endorsers)[number]
  /** How far an insurer may backdate an endorsement or a cancellation. */
  readonly backdateDays: number
  /** The same for a distributor. */
  readonly distributorBackdateDays: number
  /** For how many days after its last day of cover a policy can be reinstated. */
  readonly reinstatementDays: number
  readonly increaseDue: (typeof increaseDues)[number]
  readonly refund: (typeof creditUses)[number]
  /** What is declared after the end of a term; null where nothing is. */
  readonly adjustment: AdjustmentSettings | null
  /** The answers that a clause of the terms lets the insurer raise by an index. */
  readonly indexation: readonly IndexationSettings[]
}

export const indexationTimes = ['next_term', 'day'] as const

/** An answer that rises by an index, such as an insured sum by that of prices. */
export interface IndexationSettings {
  /** A number, listed in `quote_patch`. */
  readonly answer: string
  /** Whether it rises with the next term, or on a day within a term. */
  readonly takesEffect: (typeof indexationTimes)[number]
  /** The largest rise at once, in percent. */
  readonly percentMax: number
  /** The raised answer is rounded to a multiple of this. */
  readonly step: number
  /** The clause that letters name. */
  readonly clause: LocalTexts
  /** The answer by which the customer agreed to it; null where the terms apply to all. */
  readonly agreedBy: string | null
}

/** Answers that are estimates until their values are declared, such as the turnover of a year. */
export interface AdjustmentSettings {
  /** Numbers, each listed in `quote_patch`. */
  readonly fields: readonly string[]
  /** For how many days after the end of a term its premium can be adjusted. */
  readonly withinDays: number
}

/** What happens when a term ends. */
export interface RenewalSettings {
  readonly kind: RenewalKind
  /** How long before the end of a term the customer gets the price of the next one. */
  readonly noticeDays: number
  /** How long a term of a cover with an open end is, as an ISO 8601 duration. */
  readonly term: string
  /** A policy that has had so many terms is not renewed again; null where there is no limit. */
  readonly maxTerms: number | null
  /** Whether the terms of the product let the premium rise with a renewal that nobody has to accept. */
  readonly adjustmentClause: boolean
  /** Answers that the renewal replaces, by their names. */
  readonly set: Readonly<Record<string, RenewedAnswer>>
}

/** The steps by which arrears are followed, in their order. */
export interface DunningSettings {
  readonly reminders: readonly DunningReminder[]
  readonly notice: DunningReminder & {
    /** So many days the customer has after the day of the notice. */
    readonly graceDays: number
    /** Whether it declares that the contract ends by itself when the grace ends unpaid. */
    readonly declaresTermination: boolean
  }
  /** What proves that the notice has arrived; left out where its grace counts from its day. */
  readonly proof?: ProofSettings
  /** So long there is no cover before the policy lapses; null where it lapses with the grace. */
  readonly lapseAfter: { readonly days: number } | { readonly months: number } | null
  /** Whether the lapse after a suspension waits for proof that a letter of termination arrived. */
  readonly needsTermination: boolean
  /** Whether nothing is owed for a suspension with which the contract ends. */
  readonly waivesSuspension: boolean
  readonly coverEnds: (typeof coverEnds)[number]
  /** For so many months after the lapse, paying the premium of the notice voids it; null where nothing does. */
  readonly revivalMonths: number | null
  /** The cost of a letter, in minor units: folders are warned of fees above it. Null where none is known. */
  readonly postage: number | null
}

/** What proves that a notice has arrived. */
export const noticeProofs = ['delivery_report', 'tracked_letter'] as const
export type NoticeProof = (typeof noticeProofs)[number]

/** What a notice needs before its grace begins. */
export interface ProofSettings {
  readonly counts: readonly NoticeProof[]
  /** A notice counts so many days after the day of its proof. */
  readonly countsAfterDays: number
  /** So many days after the notice a letter goes by post, without proof by then; null where none does. */
  readonly letterAfterDays: number | null
}

/** What is written so many days after an invoice was due, and what that costs in minor units. */
export interface DunningReminder {
  readonly afterDays: number
  readonly fee: number
}

/** What has to be seen of a version before it is put on sale. */
export interface PublishSettings {
  readonly needs: readonly (typeof publishNeeds)[number][]
  /** How old the impact may be. */
  readonly impactAgeDays: number
  readonly impactMax: ImpactLimits
}

/** How much a version may change the portfolio; null where anything is allowed. */
export interface ImpactLimits {
  /** By how much the whole premium may change, up or down. */
  readonly averagePercent: number | null
  /** By how much that of one policy may. */
  readonly singlePercent: number | null
  /** Of how many it may have no price although they are sold: declined, refused or not sold. */
  readonly newlyRefusedPercent: number | null
  /** For how many policies its calculation may fail. */
  readonly failed: number | null
}

/** The first or the last day of the new term, something fixed, or so much more than before. */
export type RenewedAnswer = 'start' | 'end' | { readonly value: Json } | { readonly add: number }

/** A text by language; the default language is always there. */
export type LocalTexts = Readonly<Record<string, string>>

/** An output of pricing that customers may see. */
export interface PublicOutput {
  readonly output: string
  /** What to call it. */
  readonly labels: LocalTexts
}

/** What is sold: a product has at least one item, and each may have rules and prices of its own. */
export interface ItemDefinition {
  readonly key: string
  /** In the default language. */
  readonly name: string
  /** By language, where the folder names it in several. */
  readonly names?: LocalTexts
  readonly quoteRules: QuoteRules
  readonly fieldDefinition: FieldDefinition
  /** Folder of the item's own pricing files, such as `items/ebike/`, or empty for the product's. */
  readonly pricingPrefix: string
}

/** quote.json, in the words of the API contract. */
export interface QuoteRules {
  readonly quote: readonly FieldRule[]
  /** The answers that a change may replace, with the rules of the new ones. */
  readonly quote_patch: readonly FieldRule[]
  /** The same of the policy's own fields. */
  readonly policy_patch: readonly FieldRule[]
  readonly pricing_variables: readonly FieldRule[]
}

/** fields.json, in the words of the API contract. */
export interface FieldDefinition {
  readonly version: string
  readonly definition: { readonly policy: readonly FieldRule[] }
}

export interface PaymentMethod {
  readonly provider: string
  readonly method: string
  /** `processing`: a debit that the provider has accepted is enough for the policy. */
  readonly bindOn?: 'processing'
}

export interface PaymentPlanDefinition {
  readonly key: string
  readonly name: string
  readonly type: 'single' | 'recurring'
  /** How often a recurring plan is billed; null for a single payment. */
  readonly frequency: PlanFrequency | null
  readonly methods: readonly PaymentMethod[]
  /** So many days before it is due an instalment is asked for. */
  readonly issueDaysBefore: number
  /** Instalments are due on this day of the month; null where each is on its period's first day. */
  readonly dueDay: number | null
  /** Pauses before an instalment is collected again that was declined for now. */
  readonly retryDays: readonly number[]
  readonly receipts: (typeof receiptModes)[number]
  /** Whether there is cover before the first premium is paid. */
  readonly firstPremium: (typeof firstPremiums)[number]
}

export interface IntegrationDefinition {
  readonly key: string
  readonly name: string
  /** The account key of the distributor that sells through this integration. */
  readonly distributor: string
  readonly apiOnly: boolean
  readonly allowedOrigins: readonly string[]
  readonly pricingVariables: JsonObject
}

/** checkout.yaml: what rule strings cannot say. Whatever it leaves out a page makes from the names. */
export interface CheckoutDefinition {
  /** What a quote asks, in the order of a page; fields that are not listed follow. */
  readonly quote: readonly CheckoutSection[]
  /** The same for what a policy asks. */
  readonly policy: readonly CheckoutSection[]
  /** The question of the quote that is answered with the key of the plan that was chosen. */
  readonly planQuestion: string | null
  /** What each plan answers it with, by the key of the plan; the key itself where it is left out. */
  readonly planAnswers?: Readonly<Record<string, string>>
  /** What payment plans are called, by their keys. */
  readonly plans: Readonly<Record<string, LocalTexts>>
  readonly fields: Readonly<Record<string, CheckoutField>>
  /** A picture in the folder, such as `documents/logo.svg`, or its https address. */
  readonly logo?: string
  /** Whom a customer can turn to. */
  readonly contact?: CheckoutContact
  /** Addresses of pages, by language. */
  readonly links?: Readonly<Partial<Record<CheckoutLink, LocalTexts>>>
}

export interface CheckoutContact {
  readonly name?: LocalTexts
  readonly email?: string
  readonly phone?: string
}

export const checkoutLinks = ['terms', 'privacy', 'imprint'] as const
export type CheckoutLink = (typeof checkoutLinks)[number]

export interface CheckoutSection {
  /** Empty where it has none. */
  readonly title: LocalTexts
  readonly fields: readonly string[]
}

export interface CheckoutField {
  readonly label?: LocalTexts
  readonly help?: LocalTexts
  readonly placeholder?: LocalTexts
  /** What stands behind the number, such as m². */
  readonly unit?: LocalTexts
  /** What one entry of a list is called. */
  readonly entry?: LocalTexts
  /** True for an amount in minor units of the product's currency, false where its name misleads. */
  readonly money?: boolean
  /** True for a fraction that customers read and write as a percent: 0.02 is 2 %. */
  readonly percent?: boolean
  /** What the answers to choose from are called. */
  readonly choices: Readonly<Record<string, LocalTexts>>
}

export interface DatasetDefinition {
  readonly key: string
  readonly name: string
  readonly languages: readonly string[]
  readonly access: 'public' | 'locked'
  /** The column that identifies an item across imports. */
  readonly keyField: string
  readonly fields: readonly DatasetFieldDefinition[]
  /** The CSV file of its items, for example `datasets/companies.csv`. */
  readonly file: string
}

export interface DatasetFieldDefinition {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'date'
  readonly hidden: boolean
}

export const documentOccasions = [
  'offer',
  'policy',
  'endorsement',
  'adjustment',
  'cancellation',
  'withdrawal',
  'reinstatement',
  'invoice',
  'credit_note',
  'deferral',
  'renewal_notice',
  'reminder',
  'notice',
  'suspension',
  'lapse',
  'revival',
] as const
/** What a document is made for: an offer, an issued policy, a transaction of it, or its money. */
export type DocumentOccasion = (typeof documentOccasions)[number]

/** A document that customers get, as documents/documents.yaml lists it. */
export interface DocumentDefinition {
  /** Its key, for example `policy` or `terms`. */
  readonly designation: string
  readonly with: readonly DocumentOccasion[]
  /** How the document is called, in each of the product's languages. */
  readonly names: Readonly<Record<string, string>>
  /** For each of the product's languages a template (.typ), or a document attached as it is (.pdf). */
  readonly files: Readonly<Record<string, string>>
  /** What it is before the contract; absent where it need not be handed over. */
  readonly handover?: HandoverKind
}

export const customerKinds = ['consumers', 'businesses'] as const

/** What consumers receive before they are bound. */
export const handoverKinds = ['ipid', 'terms', 'information', 'withdrawal_instruction'] as const
export type HandoverKind = (typeof handoverKinds)[number]

/** One case of tests/*.yaml: what goes in, and what must come out. */
export interface ProductTest {
  readonly file: string
  readonly name: string
  /** The item under test; the first one when the case names none. */
  readonly item: string
  readonly integration: string | null
  /** The quote's date, so that a case keeps passing next year. */
  readonly today: string | null
  readonly input: JsonObject
  readonly expect:
    | { readonly outputs: JsonObject }
    | { readonly knockout: string | true }
    | { readonly errors: readonly string[] }
}

/** demo.yaml: complete valid inputs that the first start offers for trying the product out. */
export interface ProductDemo {
  readonly quote: JsonObject
  readonly policy: JsonObject
  readonly knockout: JsonObject
  readonly datasetField: string | null
}

export interface ParsedProduct {
  readonly definition: ProductDefinition
  readonly tests: readonly ProductTest[]
  readonly demo: ProductDemo | null
}
