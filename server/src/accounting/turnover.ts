import { type LedgerAccount, type Turnover, ledgerAccounts } from '../ledger/index.ts'

/** What was debited and credited to an account. */
export interface AccountTurnover {
  readonly currency: string
  readonly account: LedgerAccount
  readonly debit: number
  readonly credit: number
}

/** By currency, and in the order of the chart. Accounts without turnover are left out. */
export function turnoverByAccount(moved: readonly Turnover[]): AccountTurnover[] {
  const currencies = [...new Set(moved.map(({ currency }) => currency))].toSorted()
  return currencies.flatMap((currency) => {
    const own = moved.filter((one) => one.currency === currency)
    return ledgerAccounts.flatMap((account): AccountTurnover[] => {
      const debit = sumOf(own.filter((one) => one.debit === account))
      const credit = sumOf(own.filter((one) => one.credit === account))
      return debit === 0 && credit === 0 ? [] : [{ currency, account, debit, credit }]
    })
  })
}

function sumOf(moved: readonly Turnover[]): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0)
}
