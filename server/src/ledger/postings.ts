import type { PeriodPrice } from '../timelines/index.ts'

type Account =
  | 'receivable'
  | 'premium'
  | 'tax'
  | 'fees'
  | 'cash'
  | 'customer_credit'
  | 'collected_elsewhere'
  | 'written_off'

/** One balanced pair: the amount, above zero, moves from the credited to the debited account. */
export interface Posting {
  /** The cause, such as `payment <id>`. It moves money between the same two accounts only once. */
  readonly cause: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: number
  /** The reason of a write-off; null for all other postings. */
  readonly reason: string | null
}

/** The balances of one policy that later postings depend on. None is below zero but for charge-backs. */
export interface Balances {
  /** The amount that the policyholder owes. If it is above zero, there is no credit. */
  readonly receivable: number
  /** The amount that the insurer owes the policyholder. */
  readonly credit: number
  /** Money that came in and was not returned: to the insurer, and to a collecting agent. */
  readonly cash: number
  readonly elsewhere: number
  /** Amounts written off that were neither paid nor credited since. */
  readonly writtenOff: number
  /** The sum of all charge-backs. Cash and elsewhere may be below zero by at most this sum. */
  readonly chargedBack: number
}

export const nothingPosted: Balances = {
  receivable: 0,
  credit: 0,
  cash: 0,
  elsewhere: 0,
  writtenOff: 0,
  chargedBack: 0,
}

/** Where money comes in: to the insurer, or to a collecting agent. */
export type Till = 'cash' | 'collected_elsewhere'

/** A movement of a policy's money. Amounts are above zero; only a charge may be negative. */
export type Entry = { readonly cause: string } & (
  | {
      /** The price of a period, or a change of it. */
      readonly kind: 'charge'
      readonly amount: PeriodPrice
    }
  | { readonly kind: 'payment' | 'charge_back'; readonly amount: number; readonly till: Till }
  | {
      /** Paid out of the policyholder's credit, or returned to it if the refund failed. */
      readonly kind: 'refund' | 'failed_refund'
      readonly amount: number
      readonly till: Till
    }
  | {
      /** A receivable that is no longer asked for. */
      readonly kind: 'write_off'
      readonly amount: number
      readonly reason: string
    }
  | {
      /** Money that was paid out although it was not owed, and that is lost. */
      readonly kind: 'lost'
      readonly amount: number
      readonly till: Till
      readonly reason: string
    }
)

export interface Posted {
  readonly postings: readonly Posting[]
  readonly balances: Balances
}

/**
 * Posts entries that happen at the same time. Charges and payments go through the receivable. An
 * overpayment first settles amounts that were written off, because these were never paid, and the rest
 * becomes credit. Credit pays the receivable. Each of these settlements is one further posting.
 */
export function postEntries(before: Balances, entries: readonly Entry[]): Posted {
  const direct = entries.flatMap(directPostings)
  const cause = entries.at(-1)?.cause ?? ''
  const writtenOff = before.writtenOff + writtenOffBy(direct)
  const owed = before.receivable + changeOf('receivable', direct)
  const recovered = Math.min(Math.max(0, -owed), writtenOff)
  const receivable = owed + recovered
  const credit = before.credit - changeOf('customer_credit', direct)
  const spent = receivable < 0 ? receivable : Math.min(receivable, credit)
  const balances = {
    receivable: receivable - spent,
    credit: credit - spent,
    cash: before.cash + changeOf('cash', direct),
    elsewhere: before.elsewhere + changeOf('collected_elsewhere', direct),
    writtenOff: writtenOff - recovered,
    chargedBack: before.chargedBack + chargedBackBy(direct),
  }
  const isTooMuch = recovered > 0 && entries.some(({ kind }) => kind === 'write_off')
  if (isTooMuch || isOverdrawn(balances)) {
    const kinds = entries.map(({ kind }) => kind).join(' and ')
    throw new RangeError(`${kinds} exceeds the balances ${JSON.stringify(before)}`)
  }
  return {
    postings: [
      ...direct,
      ...post(cause, 'receivable', 'written_off', recovered, recovery),
      ...post(cause, 'customer_credit', 'receivable', spent),
    ],
    balances,
  }
}

function isOverdrawn({ cash, elsewhere, ...others }: Balances): boolean {
  const lost = Math.min(cash, 0) + Math.min(elsewhere, 0)
  return lost + others.chargedBack < 0 || Object.values(others).some((balance) => balance < 0)
}

const recovery = 'It was written off before, and is settled now.'

function directPostings(entry: Entry): Posting[] {
  const { cause } = entry
  switch (entry.kind) {
    case 'charge': {
      const { payment, tax, fee } = entry.amount
      return [
        ...post(cause, 'receivable', 'premium', payment - tax - fee),
        ...post(cause, 'receivable', 'tax', tax),
        ...post(cause, 'receivable', 'fees', fee),
      ]
    }
    case 'payment':
      return post(cause, entry.till, 'receivable', entry.amount)
    case 'charge_back':
      return post(cause, 'receivable', entry.till, entry.amount)
    case 'refund':
      return post(cause, 'customer_credit', entry.till, entry.amount)
    case 'failed_refund':
      return post(cause, entry.till, 'customer_credit', entry.amount)
    case 'write_off':
      return post(cause, 'written_off', 'receivable', entry.amount, entry.reason)
    case 'lost':
      return post(cause, 'written_off', entry.till, entry.amount, entry.reason)
  }
}

/** A negative amount is posted with debit and credit swapped. Zero is not posted. */
function post(
  cause: string,
  debit: Account,
  credit: Account,
  amount: number,
  reason: string | null = null,
): Posting[] {
  if (amount === 0) return []
  return amount > 0
    ? [{ cause, debit, credit, amount, reason }]
    : [{ cause, debit: credit, credit: debit, amount: -amount, reason }]
}

/** The change of an account's balance: debits minus credits. */
export function changeOf(
  account: Account,
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  return postings.reduce((sum, { debit, credit, amount }) => {
    if (debit === account) return sum + amount
    return credit === account ? sum - amount : sum
  }, 0)
}

/** The change of written-off receivables. Lost refunds do not count: they were never a receivable. */
export function writtenOffBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  return changeOf(
    'written_off',
    postings.filter(({ debit, credit }) => debit === 'receivable' || credit === 'receivable'),
  )
}

/** The sum of the charge-backs: only they move money from a till to the receivable. */
export function chargedBackBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  const isTakenBack = ({ debit, credit }: Pick<Posting, 'debit' | 'credit'>) =>
    debit === 'receivable' && (credit === 'cash' || credit === 'collected_elsewhere')
  return postings.filter(isTakenBack).reduce((sum, { amount }) => sum + amount, 0)
}
