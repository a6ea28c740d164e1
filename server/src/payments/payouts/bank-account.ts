import type { BankReceiptId, PaymentId, PayoutId } from '../../kernel/index.ts'
import { everyEngine } from '../../rules/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../../sealing/index.ts'

/** Where money goes. No log, event or audit entry has it. */
export interface BankAccount {
  /** Without blanks, in upper case. */
  readonly iban: string
  /** Null where it is the policyholder. */
  readonly holder: string | null
}

/** What an account belongs to: money that came from it, or is to go there. */
export type AccountOwner = BankReceiptId | PaymentId | PayoutId

export interface SealedAccount extends Sealed {
  readonly owner: AccountOwner
  readonly paymentId: PaymentId | null
  readonly country: string
  readonly last4: string
}

/** The account as somebody wrote it; null if it is no IBAN. */
export function readBankAccount(written: string, holder: string | null): BankAccount | null {
  const iban = written.replaceAll(/\s/g, '').toUpperCase()
  return everyEngine.bank.isIban(iban) ? { iban, holder } : null
}

export function sealAccount(
  ring: KeyRing,
  owner: AccountOwner,
  account: BankAccount,
  paymentId: PaymentId | null = null,
): SealedAccount {
  const { iban } = account
  const sealed = seal(ring, bindingOf(owner), Buffer.from(JSON.stringify(account)))
  return { ...sealed, owner, paymentId, country: iban.slice(0, 2), last4: iban.slice(-4) }
}

export function openAccount(ring: KeyRing, sealed: SealedAccount): BankAccount {
  return JSON.parse(open(ring, bindingOf(sealed.owner), sealed).toString()) as BankAccount // As sealed.
}

export function resealAccount(ring: KeyRing, sealed: SealedAccount): SealedAccount {
  return { ...sealed, ...resealDataKey(ring, bindingOf(sealed.owner), sealed) }
}

function bindingOf(owner: AccountOwner): string {
  return `the bank account of ${owner}`
}
