import type { Transaction } from '../database/index.ts'

/** What an account can require a second person for. */
export type ActKind = keyof typeof actKinds

interface ActDescription {
  readonly description: string
  /** Whether it is about an amount of money, so that small amounts can be left to one person. */
  readonly hasAmount: boolean
  /** Whether it concerns test and live mode at once. */
  readonly isOfBothModes: boolean
}

export const actKinds = {
  publishing: {
    description: 'Publish product versions',
    hasAmount: false,
    isOfBothModes: true,
  },
  role_changes: {
    description: 'Change roles, who has them, and single sign-on; create links to sign in',
    hasAmount: false,
    isOfBothModes: true,
  },
  refunds: { description: 'Decide refunds in doubt', hasAmount: true, isOfBothModes: false },
  write_offs: { description: 'Write off invoices', hasAmount: true, isOfBothModes: false },
  goodwill: { description: 'Give goodwill', hasAmount: true, isOfBothModes: false },
  manual_fees: { description: 'Charge fees by hand', hasAmount: true, isOfBothModes: false },
  corrections: { description: 'Correct what is owed', hasAmount: true, isOfBothModes: false },
  deferrals: { description: 'Defer invoices', hasAmount: true, isOfBothModes: false },
  payouts: {
    description: 'Pay out refunds and credit by bank',
    hasAmount: true,
    isOfBothModes: false,
  },
  payout_accounts: {
    description: 'Pay out to another account than the one that paid',
    hasAmount: true,
    isOfBothModes: false,
  },
  accepted_differences: {
    description: 'Accept differences of the reconciliation as known',
    hasAmount: true,
    isOfBothModes: false,
  },
  mass_endorsements: {
    description: 'Start changes of many policies',
    hasAmount: false,
    isOfBothModes: false,
  },
  approval_rules: {
    description: 'Change what needs a second person',
    hasAmount: false,
    isOfBothModes: true,
  },
} as const satisfies Readonly<Record<string, ActDescription>>

/** An act that may need a second person, as its use case knows it. */
export interface Act {
  readonly kind: ActKind
  /** What it is about. */
  readonly subjectId: string
  /** Null for acts without an amount. */
  readonly money: {
    readonly amount: number
    readonly currency: string
    /** What was asked for in other parts before: it counts towards the limit with this one. */
    readonly before?: number
  } | null
  /** The product and the sale, for the limits of permissions; null where it concerns neither. */
  readonly sale: { readonly productId: string; readonly distributorId: string | null } | null
}

/** What happens in the transaction of an act that is being requested or approved. */
export type SecondPerson = (tx: Transaction, act: Act, now: Temporal.Instant) => Promise<void>
