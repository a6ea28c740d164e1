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
  /** What happened: it moves money between two accounts once. */
  readonly cause: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: number
  /** Why it is written off; null for all else. */
  readonly reason: string | null
}

/** How the accounts of one policy stand that are looked at again. None is ever below zero. */
export interface Balances {
  /** What its customer owes: then there is no credit. */
  readonly receivable: number
  /** What its customer is owed. */
  readonly credit: number
  /** Money that came in and was not returned: to the insurer, and to a collecting agent. */
  readonly cash: number
  readonly elsewhere: number
  /** What is no longer asked for, and was neither paid nor charged less since. */
  readonly writtenOff: number
  /** All that ever was taken back after it had come: of what came in, only that may be below zero. */
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

/** What happens to a policy's money. Amounts are above zero, those of a charge may be below. */
export type Entry = { readonly cause: string } & (
  | {
      /** A period costs more, or less. */
      readonly kind: 'charge'
      readonly amount: PeriodPrice
    }
  | { readonly kind: 'payment' | 'charge_back'; readonly amount: number; readonly till: Till }
  | {
      /** Of what the customer is owed. */
      readonly kind: 'refund' | 'failed_refund'
      readonly amount: number
      readonly till: Till
    }
  | {
      /** Owed, and no longer asked for. */
      readonly kind: 'write_off'
      readonly amount: number
      readonly reason: string
    }
  | {
      /** Given back although it was not owed. */
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
 * Posts what happened at once. Everything is owed and paid through the receivable; what overpays it in
 * the end makes good what was written off, since nobody ever paid that, and else moves to the customer's
 * credit. Credit pays what is owed. Each takes one posting more.
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

/** An amount below zero is one above it the other way round, and nothing is not posted. */
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

/** How much more is on the debit side of an account. */
export function changeOf(
  account: Account,
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  return postings.reduce((sum, { debit, credit, amount }) => {
    if (debit === account) return sum + amount
    return credit === account ? sum - amount : sum
  }, 0)
}

/** How much more is written off of what was owed; what was given back and is lost was never owed. */
export function writtenOffBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  return changeOf(
    'written_off',
    postings.filter(({ debit, credit }) => debit === 'receivable' || credit === 'receivable'),
  )
}

/** What was taken back after it had come: nothing else goes that way. */
export function chargedBackBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  const isTakenBack = ({ debit, credit }: Pick<Posting, 'debit' | 'credit'>) =>
    debit === 'receivable' && (credit === 'cash' || credit === 'collected_elsewhere')
  return postings.filter(isTakenBack).reduce((sum, { amount }) => sum + amount, 0)
}
