import {
  type AccountId,
  type InvoiceId,
  type ManualEntryId,
  type PolicyId,
  proRata,
} from '../../kernel/index.ts'
import type { ManualAmount, ManualKind } from '../../ledger/index.ts'

/** Goodwill, a fee or a correction that a person entered, or took back. */
export interface ManualEntry extends ManualAmount {
  readonly id: ManualEntryId
  readonly policyId: PolicyId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly currency: string
  /** For the insurer alone: no customer reads it. */
  readonly reason: string
  readonly documentId: InvoiceId
  /** The entry that it takes back. */
  readonly reverses: ManualEntryId | null
  readonly createdAt: Temporal.Instant
}

/** Which act of an account's rules an entry is. */
export const actOfKind = {
  goodwill: 'goodwill',
  fee: 'manual_fees',
  correction: 'corrections',
} as const satisfies Readonly<Record<ManualKind, string>>

const rateScale = 1_000_000

/** The tax in a gross amount, at a rate in per cent with up to six decimals. */
export function taxIn(amount: number, rate: string): number {
  const scaled = Math.round(Number(rate) * rateScale)
  const { part } = proRata(Math.abs(amount), scaled, 100 * rateScale + scaled)
  return amount < 0 ? 0 - part : part
}
