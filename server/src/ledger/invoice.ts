import type { AccountId, InvoiceId, PolicyId, PolicyVersionId, ProductId } from '../kernel/index.ts'

/**
 * One that is `proposed` asks for what holds only once it is paid. What is `open` is owed, `settled`
 * is paid or no longer owed, `void` is no longer asked for, and `written_off` is given up.
 */
export type InvoiceState = 'proposed' | 'open' | 'settled' | 'void' | 'written_off'

/**
 * The first asks for the sale, others for what a policy transaction left to be paid or for the next
 * periods. A `credit_note` asks for nothing: it shows what became cheaper. A `fee` is that of a letter.
 * Fees and corrections that a person has entered belong to no period either.
 */
export const invoiceKinds = [
  'sale',
  'transaction',
  'instalment',
  'credit_note',
  'fee',
  'manual_fee',
  'correction',
] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Whether it asks for a fee, which is no premium: no cover depends on it. */
export function isFee({ kind }: { readonly kind: InvoiceKind }): boolean {
  return kind === 'fee' || kind === 'manual_fee'
}

/** What a posting has to know of its policy. */
export interface PostedPolicy {
  readonly id: PolicyId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly currency: string
  readonly timeZone: string
}

/** What an invoice has to know of its policy. */
export interface BilledPolicy extends PostedPolicy {
  readonly productId: ProductId
}

/** What is asked for together. Only its state and what of it is open and paid ever change. */
export interface Invoice {
  readonly id: InvoiceId
  readonly policyId: PolicyId
  readonly kind: InvoiceKind
  readonly insurerId: AccountId
  readonly productId: ProductId
  readonly livemode: boolean
  readonly currency: string
  /** The version of the transaction that it asks money for, or under which a period became due. */
  readonly versionId: PolicyVersionId
  readonly state: InvoiceState
  readonly total: number
  readonly open: number
  /** What money and credit paid for it. The rest was reduced or written off, or is open. */
  readonly paid: number
  /** Where the policy was sold, on its clock. */
  readonly issueDay: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
  /** They sum to the total; those of a credit note to as much below zero. */
  readonly lines: readonly InvoiceLine[]
  /** The charges that its lines show: known once they are owed. */
  readonly chargesFrom: number | null
  readonly chargesTo: number | null
  /** What a credit note made smaller, where it did. */
  readonly corrects: InvoiceId | null
  /** Of the token that pays it; null for a sale, whose token is the policy's, and for what is not open. */
  readonly tokenHash: Buffer | null
  readonly createdAt: Temporal.Instant
}

/** Written as it stands: an invoice reads the same for ever. */
export type InvoiceLine =
  | {
      /** What a period costs, or, where it was charged before, what it costs more or less. */
      readonly kind: 'period' | 'adjustment'
      readonly first_day: string
      readonly last_day: string
      readonly amount: number
      readonly tax: number
      readonly fee: number
      /** In per cent, as it was priced; missing where several are mixed, and in older lines. */
      readonly tax_rate?: string
      /** The version that it follows from; missing in older lines. */
      readonly version_id?: PolicyVersionId
    }
  | {
      /** The fee of a letter, or one by hand; below zero where it is no longer owed. */
      readonly kind: 'fee'
      readonly amount: number
      /** What it is for, as the customer reads it; missing where the kind says all. */
      readonly text?: string
    }
  | {
      /** What a person gave, charged or took back. */
      readonly kind: 'goodwill' | 'correction'
      readonly amount: number
      readonly tax: number
      /** In per cent; missing for goodwill, which is not taxed. */
      readonly tax_rate?: string
      readonly text?: string
    }
  | {
      /** What was owed before and not asked for, or, below zero, credit that pays a part. */
      readonly kind: 'balance'
      readonly amount: number
    }

/** A policy transaction asks for money at most once, so its version identifies the invoice. */
export function invoiceIdOf(versionId: PolicyVersionId): InvoiceId {
  return `bil_${versionId.slice('tpv_'.length)}`
}
