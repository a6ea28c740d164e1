/** What an account is: assets and expenses grow by debits, liabilities and income by credits. */
type AccountKind = 'asset' | 'liability' | 'income' | 'expense'

interface ChartedAccount {
  readonly kind: AccountKind
  readonly name: string
  readonly description: string
}

/** The accounts of the ledger, in the order of a balance sheet. */
export const chart = {
  receivable: {
    kind: 'asset',
    name: 'Receivables from policyholders',
    description: 'What policyholders owe for charges and fees.',
  },
  bank: {
    kind: 'asset',
    name: 'Bank',
    description: 'Money in the bank account of the insurer.',
  },
  cash: {
    kind: 'asset',
    name: 'Money at payment providers',
    description: 'Money that payment providers took for the insurer.',
  },
  collected_elsewhere: {
    kind: 'asset',
    name: 'Receivables from collecting agents',
    description: 'Money that a distributor or another agent collects for the insurer.',
  },
  unmatched_receipts: {
    kind: 'liability',
    name: 'Unmatched receipts',
    description: 'Money that came in by bank and belongs to no invoice yet.',
  },
  customer_credit: {
    kind: 'liability',
    name: 'Credit of policyholders',
    description: 'What policyholders have paid beyond what they owe.',
  },
  refunds_payable: {
    kind: 'liability',
    name: 'Refunds payable',
    description: 'Refunds that were decided and are not paid out yet.',
  },
  commission_payable: {
    kind: 'liability',
    name: 'Commission payable',
    description: 'Commission that distributors have earned and were not paid yet.',
  },
  tax: {
    kind: 'liability',
    name: 'Insurance premium tax',
    description: 'Tax that is owed to the tax office.',
  },
  tax_not_due: {
    kind: 'liability',
    name: 'Insurance premium tax, not due yet',
    description: 'Tax on premium that was not paid yet, where tax is owed by receipt.',
  },
  premium: {
    kind: 'income',
    name: 'Premium written',
    description: 'Premium that was charged, net of tax and fees.',
  },
  fees: {
    kind: 'income',
    name: 'Fees',
    description: 'Fees on top of the premium, and of dunning.',
  },
  corrections: {
    kind: 'income',
    name: 'Corrections',
    description: 'What was charged or given back by hand, net of tax.',
  },
  commission_expense: {
    kind: 'expense',
    name: 'Commission',
    description: 'Commission that distributors have earned.',
  },
  goodwill: {
    kind: 'expense',
    name: 'Goodwill',
    description: 'What policyholders were given without being owed it.',
  },
  waived: {
    kind: 'expense',
    name: 'Waived arrears',
    description: 'Arrears that the law or the insurer waives.',
  },
  written_off: {
    kind: 'expense',
    name: 'Bad debt',
    description: 'Receivables that were written off, net of their tax.',
  },
  charge_back_loss: {
    kind: 'expense',
    name: 'Losses from charge-backs',
    description: 'Money that was paid out although it was charged back before or after.',
  },
  provider_fees: {
    kind: 'expense',
    name: 'Fees of payment providers',
    description: 'What payment providers keep for their services.',
  },
} as const satisfies Readonly<Record<string, ChartedAccount>>

export type LedgerAccount = keyof typeof chart

export const ledgerAccounts = Object.keys(chart) as readonly LedgerAccount[]
