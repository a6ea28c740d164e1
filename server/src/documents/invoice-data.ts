import type { InvoiceKind } from '../ledger/index.ts'
import type { AmountText, DayText } from './document-data.ts'

/** The data of an invoice or a credit note for templates, as of its issue. */
export interface InvoiceData {
  readonly id: string
  /** Without gaps per insurer and year, for example `2027-000123`. */
  readonly number: string
  /** The reference for bank transfers: for machines, and in groups of four. */
  readonly reference: { readonly value: string; readonly text: string }
  /**
   * Its cause: the `sale`, a later `transaction`, an `instalment`, a `credit_note`, the `fee` of a
   * letter, or a `manual_fee` or `correction` by hand.
   */
  readonly kind: InvoiceKind
  readonly issued: DayText
  readonly due: DayText
  readonly lines: readonly InvoiceLineData[]
  /** The sum of the lines without tax, fees and carried balances. */
  readonly net: AmountText
  readonly fee: AmountText
  readonly tax: AmountText
  /** The tax of each rate. */
  readonly taxes: readonly {
    readonly rate: RateText
    readonly net: AmountText
    readonly tax: AmountText
  }[]
  /** The amount of the invoice, or of the refund of a credit note: never below zero. */
  readonly total: AmountText
  /** The part that was to be paid at the issue. */
  readonly open: AmountText
  /** The price of one period, and the price on the invoice before; none if it is the same. */
  readonly premium: { readonly now: AmountText; readonly before: AmountText | null }
  readonly payment: {
    /**
     * `paid` already, `collected` from what the customer agreed to (a card, an account), `transfer`
     * by the customer with the reference, or `elsewhere`: somebody else collects it. With `nothing`
     * it was settled when it was issued. A credit note is `paid`.
     */
    readonly how: 'paid' | 'collected' | 'transfer' | 'elsewhere' | 'nothing'
    /** Provider and method; none if the customer chooses them. */
    readonly provider: string | null
    readonly method: string | null
  }
}

export interface InvoiceLineData {
  /**
   * `period` is a period that is invoiced for the first time, `adjustment` the price difference of a
   * period that was invoiced before, `fee` the fee of a letter or one by hand, `goodwill` and `correction`
   * what was given or corrected by hand, `balance` an amount owed from before or, if negative, credit
   * that pays a part.
   */
  readonly kind: 'period' | 'adjustment' | 'fee' | 'goodwill' | 'correction' | 'balance'
  /** What it is for, where a person wrote it; otherwise none. */
  readonly text: string | null
  /** None for what belongs to no period, as are days and cause. */
  readonly first: DayText | null
  readonly last: DayText | null
  readonly days: number | null
  readonly tax_rate: RateText | null
  /** With tax and fee. */
  readonly amount: AmountText
  readonly net: AmountText
  readonly tax: AmountText
  readonly fee: AmountText
  /** The kind of transaction that adjusted the period, and its effective day; null for a whole period. */
  readonly because: { readonly transaction: string; readonly effective: DayText } | null
}

/** A decimal fraction such as 0.19, and "19 %". */
export interface RateText {
  readonly value: number
  readonly text: string
}
