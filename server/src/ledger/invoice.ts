import type { InvoiceId, PolicyId, PolicyVersionId } from '../kernel/index.ts'

/**
 * One that is `proposed` asks for what holds only once it is paid. What is `open` is owed, `settled`
 * is paid or no longer owed, and `void` is no longer asked for.
 */
export type InvoiceState = 'proposed' | 'open' | 'settled' | 'void'

/** What is asked for together. Only its state and what of it is open ever change. */
export interface Invoice {
  readonly id: InvoiceId
  readonly policyId: PolicyId
  /** The order that it asks to be paid for. */
  readonly versionId: PolicyVersionId
  readonly state: InvoiceState
  readonly total: number
  readonly open: number
  readonly dueDay: Temporal.PlainDate
  /** They sum to the total. */
  readonly lines: readonly InvoiceLine[]
  /** Of the token that pays it; null for a sale, whose token is the policy's. */
  readonly tokenHash: Buffer | null
  readonly createdAt: Temporal.Instant
}

/** Written as it stands: an invoice reads the same for ever. */
export type InvoiceLine =
  | {
      readonly kind: 'period'
      readonly first_day: string
      readonly last_day: string
      readonly amount: number
      readonly tax: number
      readonly fee: number
    }
  | {
      /** What was owed before and not asked for, or, below zero, credit that pays a part. */
      readonly kind: 'balance'
      readonly amount: number
    }

/** An order asks for money at most once, so its invoice is known by it. */
export function invoiceIdOf(versionId: PolicyVersionId): InvoiceId {
  return `bil_${versionId.slice('tpv_'.length)}`
}
