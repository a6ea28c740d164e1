import type { JsonObject } from '../kernel/index.ts'
import type { CancellationKind, DocumentOccasion, PlanFrequency } from '../products/index.ts'
import type { ChangedValue } from './changed-values.ts'
import type { InvoiceData } from './invoice-data.ts'

/**
 * Everything that a template sees, as `json("/data.json")`. Names are in snake_case because that is
 * how templates write them. Every member is always there; what is missing is null, which Typst
 * calls `none`. Sensitive data never comes here.
 */
export interface DocumentData {
  readonly document: {
    /** The key of documents.yaml, for example `policy`. */
    readonly designation: string
    /** Its name in the document's language, for example "Versicherungsschein". */
    readonly name: string
    readonly occasion: DocumentOccasion
    readonly language: string
    /**
     * Name and number, of the invoice or else of the policy: what the PDF is titled, unless the
     * template says otherwise.
     */
    readonly title: string
    /** The day on which the offer was made, the policy or the invoice issued, or the transaction done. */
    readonly date: DayText
  }
  readonly insurer: { readonly key: string; readonly name: string }
  readonly distributor: { readonly key: string; readonly name: string }
  readonly product: {
    readonly key: string
    readonly name: string
    /** In lower case, for example `eur`. */
    readonly currency: string
    readonly time_zone: string
  }
  /** The insured item: the sub product, or the product itself if there is only one. */
  readonly item: { readonly key: string; readonly name: string }
  readonly policy: {
    readonly id: string
    /** The number that customers quote on the telephone, for example `CYB-7K2MPQ4X`. */
    readonly number: string
    /** The number in the insurer's own system; null until it is known. */
    readonly external_number: string | null
    readonly version_id: string
    /** As of this document: `ready` on an offer, `cancelled` after a cancellation, else `paid`. */
    readonly status: 'ready' | 'paid' | 'cancelled'
    /** The first day of cover. */
    readonly start: DayText
    /** The last day of cover; null while the end is open. */
    readonly end: DayText | null
    readonly days_of_cover: number | null
    /** When the offer was made. */
    readonly created: MomentText
    /** Until when the offer can be paid. */
    readonly offer_valid_until: MomentText
    /** When it was paid and became a policy; null on an offer. */
    readonly issued: MomentText | null
    /** The fields of fields.json below `data`, with dataset items in place of their ids. */
    readonly data: JsonObject
  }
  readonly links: {
    /** The page on which customers withdraw; null where the product gives no right to. */
    readonly withdrawal: string | null
    /**
     * The page on which the offer, the invoice or the oldest invoice of a letter is paid; null where the
     * document asks for no money, or the plan is not paid on a page.
     */
    readonly pay: string | null
  }
  readonly customer: {
    readonly first_name: string
    readonly last_name: string
    /** First and last name. */
    readonly name: string
    readonly email: string
  }
  readonly quote: {
    readonly id: string
    readonly created: MomentText
    readonly valid_until: MomentText
    /** The fields of quote.json, with dataset items in place of their ids. */
    readonly data: JsonObject
  }
  readonly price: {
    /** The amount of each payment. */
    readonly payment: AmountText
    /** The premium with tax. */
    readonly gross: AmountText
    /** The premium without tax. */
    readonly net: AmountText
    readonly tax: AmountText
    /** A decimal fraction such as 0.19, and "19 %". */
    readonly tax_rate: { readonly value: number; readonly text: string }
    /** The premium without tax and commission. */
    readonly net_net: AmountText
    readonly commission: AmountText
    /** How many payments a year of cover takes; 1 for a single payment. */
    readonly billing_cycles: number
    /** Every other output of pricing, by its name. */
    readonly extra: JsonObject
  }
  readonly plan: {
    readonly key: string
    readonly name: string
    readonly type: 'single' | 'recurring'
    /** Null for a single payment. */
    readonly frequency: PlanFrequency | null
  }
  /** How the policy was first paid; null on an offer. */
  readonly payment: {
    readonly provider: string
    readonly method: string
    readonly amount: AmountText
    readonly date: DayText
  } | null
  /** Null unless the document belongs to a change of the policy. */
  readonly endorsement: {
    /** From which day on it counts. */
    readonly effective: DayText
    readonly requested: MomentText
    /**
     * `request`, `tax_change` where the law has changed the rate of tax, or `indexation` where a clause
     * of the terms raises an answer by an index.
     */
    readonly cause: 'request' | 'tax_change' | 'indexation'
    /** The clause of the terms by which an answer rises; null for other causes. */
    readonly clause: string | null
    /** The data before the endorsement, under the same names as the current data. */
    readonly before: Pick<DocumentData, 'customer' | 'price'> & {
      readonly policy: { readonly data: JsonObject }
      readonly quote: { readonly data: JsonObject }
    }
    /** The values that change. */
    readonly values: readonly ChangedValue[]
    /** The additional charge for periods that were already charged; zero if there is none. */
    readonly charged: AmountText
    /** The refund; zero if there is none. */
    readonly given_back: AmountText
    /** The change of the payment plan; null if the plan stays. */
    readonly plan_change: {
      /** The plan until then; `plan` is the new one. */
      readonly before: DocumentData['plan']
      /** The days that the first payment by the new plan is for, its amount and its due day. */
      readonly first: DayText
      readonly last: DayText
      readonly amount: AmountText
      readonly due: DayText
    } | null
  } | null
  /** Null unless the document belongs to a premium adjustment. */
  readonly adjustment:
    | ({
        /** The days of the term that were covered. */
        readonly first: DayText
        readonly last: DayText
      } & Pick<
        NonNullable<DocumentData['endorsement']>,
        'before' | 'values' | 'charged' | 'given_back'
      >)
    | null
  /** Null unless the document belongs to a cancellation. */
  readonly cancellation: {
    /** The last day of cover. */
    readonly date: DayText
    readonly reason: string | null
    /** Who ended the contract: `customer`, `insurer` or `agreement`; null where nobody said. */
    readonly kind: CancellationKind | null
    /** The code of the reason, and what the product calls it; null where nobody said. */
    readonly reason_code: string | null
    readonly reason_label: string | null
    /** The day on which the notice was received; null where nobody said. */
    readonly received: DayText | null
    /** The day of the event that gave the right to cancel; null where nobody said. */
    readonly occurred: DayText | null
    /** Who asked for it: `insurer` or `distributor`. */
    readonly cancelled_by: string
    readonly cancelled: MomentText
    /** Zero when nothing is given back. */
    readonly refund: AmountText
  } | null
  /** Null unless the document belongs to a withdrawal. */
  readonly withdrawal: {
    readonly received: DayText
    readonly sent: DayText
    /** The days that stay covered; null where there are none. */
    readonly cover: { readonly first: DayText; readonly last: DayText } | null
    /** The price of these days. */
    readonly kept: AmountText
    /** What was paid beyond it, and is paid back. */
    readonly refund: AmountText
    /** The last day for paying it back. */
    readonly refund_until: DayText
  } | null
  /** Null unless the document belongs to a reinstatement. */
  readonly reinstatement: {
    /** The day on which cover resumes. */
    readonly date: DayText
    /** The days without cover; null where there are none. */
    readonly gap: { readonly first: DayText; readonly last: DayText } | null
    readonly charged: AmountText
  } | null
  /** Null unless the document is the notice of a renewal; `price` is then that of the next term. */
  readonly renewal: {
    /** `automatic` or `on_acceptance`. */
    readonly kind: string
    /** The days of the next term. */
    readonly first: DayText
    readonly last: DayText
    /** The last day on which it can be accepted or declined. */
    readonly decide_until: DayText
    /** The data and the price until then, under the same names as those of the next term. */
    readonly before: NonNullable<DocumentData['endorsement']>['before']
    /** The values that were endorsed for the next term on request. */
    readonly values: readonly ChangedValue[]
    /** The values that rise by an index with the next term, each with the clause of the terms. */
    readonly indexed: readonly (ChangedValue & { readonly clause: string | null })[]
    /** Where it is accepted or declined. */
    readonly link: string
  } | null
  /** Null unless the document is a letter about overdue invoices. */
  readonly dunning: {
    /** `reminder`, `notice`, `suspension`, `lapse` or `revival`. */
    readonly kind: string
    /** The first of its kind is 1. */
    readonly number: number
    /** The invoices to be paid, oldest due first, fees of letters last. */
    readonly invoices: readonly {
      /** None for the fee of a letter. */
      readonly number: string | null
      readonly due: DayText
      readonly open: AmountText
      /** The page on which it is paid; null where the plan is not paid on a page. */
      readonly pay: string | null
    }[]
    /** The fee of this letter; its invoice is in the list. */
    readonly fee: AmountText
    readonly total: AmountText
    /** The part of the total that is premium. */
    readonly premium: AmountText
    /** The part of the total that is fees of letters. */
    readonly costs: AmountText
    /** The last day for paying, in a notice and by a suspension. */
    readonly pay_until: DayText | null
    /** In a notice that has to be proved, instead of a day: the days for paying from its arrival. */
    readonly grace_days: number | null
    /** The last day of cover, by a suspension, a lapse or a revival. */
    readonly cover_until: DayText | null
    /** The day from which there is cover again, by a revival. */
    readonly cover_from: DayText | null
    /** By a lapse that a payment voids: how much has to be paid, and the last day for it. */
    readonly revival: { readonly amount: AmountText; readonly pay_until: DayText } | null
  } | null
  /** Null unless the document says that an invoice, which it shows too, is due later. */
  readonly deferral: {
    readonly due_before: DayText
    readonly due: DayText
    /** What was open of the invoice when it was deferred. */
    readonly open: AmountText
  } | null
  /** Null unless the document is an invoice or a credit note, or about the deferral of one. */
  readonly invoice: InvoiceData | null
  /** The formats of amounts and days in the document's language, for `/bindery.typ`. */
  readonly format: FormatData
}

/** An amount in whole minor units, and as the language writes it: "1.234,56 €". */
export interface AmountText {
  readonly cents: number
  readonly currency: string
  readonly text: string
}

/** A day: 2027-03-01, "01.03.2027" and "1. März 2027". */
export interface DayText {
  readonly iso: string
  readonly short: string
  readonly long: string
}

/** A moment in the product's time zone: its day as above, and "14:05". */
export interface MomentText extends DayText {
  readonly time: string
}

export interface FormatData {
  readonly number: DigitsFormat
  readonly percent: { readonly before: string; readonly after: string }
  readonly currency: DigitsFormat & {
    readonly before: string
    readonly after: string
    /** How many digits the currency's minor unit has. */
    readonly decimals: number
  }
  readonly minus: string
  /** With {d}, {dd}, {mm}, {month} and {yyyy} to be filled in. */
  readonly short_day: string
  readonly long_day: string
  /** How {d} is written for the first of a month: French says 1er. */
  readonly first_day: string
  /** The months as they stand in a date, January first. */
  readonly months: readonly string[]
}

export interface DigitsFormat {
  readonly decimal: string
  readonly group: string
  /** Digits are grouped from this many on: Spanish leaves 1234 together. */
  readonly grouped_from: number
}
