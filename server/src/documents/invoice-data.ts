import type { AmountText, DayText } from './document-data.ts'

/** What a template sees of an invoice or a credit note, as it stood when it was issued. */
export interface InvoiceData {
  readonly id: string
  /** Without gaps per insurer and year, for example `2027-000123`. */
  readonly number: string
  /** What a bank transfer names: as machines read it, and in groups of four. */
  readonly reference: { readonly value: string; readonly text: string }
  /** Its cause: the `sale`, a later `transaction`, an `instalment`, a `credit_note` or a `fee`. */
  readonly kind: 'sale' | 'transaction' | 'instalment' | 'credit_note' | 'fee'
  readonly issued: DayText
  readonly due: DayText
  readonly lines: readonly InvoiceLineData[]
  /** What the lines come to without tax and fees, carried balances left out. */
  readonly net: AmountText
  readonly fee: AmountText
  readonly tax: AmountText
  /** The tax of each rate. */
  readonly taxes: readonly {
    readonly rate: RateText
    readonly net: AmountText
    readonly tax: AmountText
  }[]
  /** What is asked for, or given back by a credit note: never below zero. */
  readonly total: AmountText
  /** What of it was to be paid when it was issued. */
  readonly open: AmountText
  /** What one period costs, and what it cost on the invoice before; none where that is the same. */
  readonly premium: { readonly now: AmountText; readonly before: AmountText | null }
  readonly payment: {
    /**
     * `paid` already, `collected` from what the customer agreed to (a card, an account), `transfer`
     * by the customer with the reference, or `elsewhere`: somebody else collects it. With a credit
     * note nothing is to be paid: `paid`.
     */
    readonly how: 'paid' | 'collected' | 'transfer' | 'elsewhere'
    /** Through whom, and with what; none where that is for the customer to choose. */
    readonly provider: string | null
    readonly method: string | null
  }
}

export interface InvoiceLineData {
  /**
   * `period` is asked for the first time, `change` is what a period that was asked for before costs
   * more or less, `fee` what a reminder or notice costs, `balance` what was owed before or, below
   * zero, credit that pays a part.
   */
  readonly kind: 'period' | 'adjustment' | 'fee' | 'balance'
  /** None for a fee or a balance, as are days, rate and cause. */
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
