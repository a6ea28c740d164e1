import type { Queryable } from '../database/index.ts'
import {
  type LedgerScope,
  type LedgerAccount,
  type Turnover,
  ledgerAccounts,
  selectClosings,
  selectTurnover,
} from '../ledger/index.ts'
import { turnoverByAccount } from './turnover.ts'

/** An account over some days. Balances are debits less credits. */
export interface AccountBalance {
  readonly currency: string
  readonly account: LedgerAccount
  readonly opening: number
  readonly debit: number
  readonly credit: number
  readonly closing: number
}

/** Every account that was ever used, by currency. The balances of a currency sum to zero. */
export async function readTrialBalance(
  db: Queryable,
  scope: LedgerScope,
  { from, to }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): Promise<AccountBalance[]> {
  const [before, during] = await Promise.all([
    turnoverUntil(db, scope, from.subtract({ days: 1 })),
    selectTurnover(db, { ...scope, from, to }),
  ])
  const openings = turnoverByAccount(before)
  const turnovers = turnoverByAccount(during)
  const currencies = [...new Set([...before, ...during].map(({ currency }) => currency))].toSorted()
  return currencies.flatMap((currency) =>
    ledgerAccounts.flatMap((account): AccountBalance[] => {
      const isOwn = (one: { readonly currency: string; readonly account: LedgerAccount }) =>
        one.currency === currency && one.account === account
      const opened = openings.find(isOwn)
      const { debit = 0, credit = 0 } = turnovers.find(isOwn) ?? {}
      if (opened === undefined && debit === 0 && credit === 0) return []
      const opening = opened === undefined ? 0 : opened.debit - opened.credit
      return [{ currency, account, opening, debit, credit, closing: opening + debit - credit }]
    }),
  )
}

/** Months that are closed were summed once: only what was posted after the last of them is added up. */
async function turnoverUntil(
  db: Queryable,
  scope: LedgerScope,
  day: Temporal.PlainDate,
): Promise<Turnover[]> {
  const closings = await selectClosings(db, scope)
  const over = closings.filter(
    ({ lastDay, sums }) => sums !== null && Temporal.PlainDate.compare(lastDay, day) <= 0,
  )
  const from = over[0]?.lastDay.add({ days: 1 }) ?? null
  const since = await selectTurnover(db, { ...scope, from, to: day })
  return [...over.flatMap(({ sums }) => sums?.turnover ?? []), ...since]
}
