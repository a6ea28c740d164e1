import { proRata } from '../kernel/index.ts'
import type { PeriodPrice } from '../timelines/index.ts'
import type { LedgerAccount as Account } from './chart.ts'

/** One balanced pair: the amount, above zero, moves from the credited to the debited account. */
export interface Posting {
  /** The cause, such as `payment <id>`. It moves money between the same two accounts only once. */
  readonly cause: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: number
  /** The reason of a write-off; null for all other postings. */
  readonly reason: string | null
  /** From when it counts; null for the day on which it is posted. */
  readonly valueDay: Temporal.PlainDate | null
  /** The billing period that it is for; null for what belongs to none. */
  readonly service: Service | null
  /** In per cent, of tax where it is known. */
  readonly taxRate: string | null
}

/** The days that a charge is for. */
export interface Service {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/** The part of an amount that is taxed at one rate: what is taxed, and the tax. */
export interface TaxedAmount {
  /** In per cent; null where it is not known, or nothing is taxed. */
  readonly rate: string | null
  readonly net: number
  readonly tax: number
}

/** The balances of one policy that later postings depend on. None is below zero but for charge-backs. */
export interface Balances {
  /** The amount that the policyholder owes. If it is above zero, there is no credit. */
  readonly receivable: number
  /** The amount that the insurer owes the policyholder. */
  readonly credit: number
  /** Refunds that were decided and are not paid out yet. */
  readonly refundsPayable: number
  /** Money that came in and was not returned: to the insurer, and to a collecting agent. */
  readonly cash: number
  readonly elsewhere: number
  /** Amounts written off that were neither paid nor credited since, with the tax of them. */
  readonly writtenOff: number
  /** The same by rate of tax. */
  readonly writtenOffParts: readonly TaxedAmount[]
  /** The sum of all charge-backs. */
  readonly chargedBack: number
  /** What goodwill gave and was not taken back, and all that corrections gave. */
  readonly granted: number
}

export const nothingPosted: Balances = {
  receivable: 0,
  credit: 0,
  refundsPayable: 0,
  cash: 0,
  elsewhere: 0,
  writtenOff: 0,
  writtenOffParts: [],
  chargedBack: 0,
  granted: 0,
}

/**
 * How much credit can leave the insurer's bank besides what is leaving the insurer already: never more
 * than came in there, but for what was given by hand or charged back.
 */
export function payableByBank(
  { credit, refundsPayable, cash, elsewhere, chargedBack, granted }: Balances,
  leaving: number,
): number {
  const atAgents = Math.min(0, elsewhere - (refundsPayable - leaving))
  const beyond = chargedBack + Math.max(0, granted)
  return Math.max(0, Math.min(credit, cash - leaving + atAgents + beyond))
}

/** Where money comes in at the insurer: at a payment provider, at the bank, or there before its invoice was known. */
const ownTills = ['cash', 'bank', 'unmatched_receipts'] as const

/** The same, or at a collecting agent. */
export type Till = (typeof ownTills)[number] | 'collected_elsewhere'

/** A movement of a policy's money. Amounts are above zero; only a charge may be negative. */
export type Entry = { readonly cause: string } & (
  | {
      /** The price of a period, or a change of it. */
      readonly kind: 'charge'
      readonly amount: PeriodPrice
      /** They sum to the amount without its fee. */
      readonly parts: readonly TaxedAmount[]
      /** Null for a fee, which belongs to no period. */
      readonly service: Service | null
    }
  | {
      readonly kind: 'payment' | 'charge_back'
      readonly amount: number
      readonly till: Till
      /** The day on which the bank had the money, where that is known. */
      readonly valueDay?: Temporal.PlainDate
    }
  | {
      /** Decided: it leaves the policyholder's credit, and returns to it if the refund failed. */
      readonly kind: 'refund' | 'failed_refund'
      readonly amount: number
    }
  | {
      /** Paid out; by hand, out of the credit to which it had returned. */
      readonly kind: 'made_refund' | 'refund_by_hand'
      readonly amount: number
      readonly till: Till
      /** The day on which the bank paid it, where that is known. */
      readonly valueDay?: Temporal.PlainDate | null
    }
  | {
      /** Credit for a refund that nobody here decided, as far as the customer was not owed it. */
      readonly kind: 'unowed'
      readonly amount: number
    }
  | {
      /** It was paid out and came back: it is payable again. */
      readonly kind: 'returned_refund'
      readonly amount: number
      readonly till: Till
    }
  | {
      /** Given without being owed; below zero where it is taken back. */
      readonly kind: 'goodwill'
      readonly amount: number
    }
  | {
      /** Charged by hand; below zero where it is given back. */
      readonly kind: 'correction'
      readonly parts: readonly TaxedAmount[]
    }
  | {
      /** A receivable that is no longer asked for. */
      readonly kind: 'write_off'
      /** Its tax is not owed to the tax office either. */
      readonly parts: readonly TaxedAmount[]
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
  const recoveredParts = recover(before, recovered)
  const receivable = owed + recovered
  const credit = before.credit - changeOf('customer_credit', direct)
  const spent = receivable < 0 ? receivable : Math.min(receivable, credit)
  const balances = {
    receivable: receivable - spent,
    credit: credit - spent,
    refundsPayable: before.refundsPayable - changeOf('refunds_payable', direct),
    cash: before.cash + cashChangeOf(direct),
    elsewhere: before.elsewhere + changeOf('collected_elsewhere', direct),
    writtenOff: writtenOff - recovered,
    writtenOffParts: sumsByRate([
      ...before.writtenOffParts,
      ...writtenOffPartsBy(direct),
      ...negative(recoveredParts),
    ]),
    chargedBack: before.chargedBack + chargedBackBy(direct),
    granted: before.granted + grantedBy(direct),
  }
  const isTooMuch = recovered > 0 && entries.some(({ kind }) => kind === 'write_off')
  if (isTooMuch || isOverdrawn(balances)) {
    const kinds = entries.map(({ kind }) => kind).join(' and ')
    throw new RangeError(`${kinds} exceeds the balances ${JSON.stringify(before)}`)
  }
  return {
    postings: [
      ...direct,
      ...postWrittenOff(cause, negative(recoveredParts), recovery),
      ...post(cause, 'customer_credit', 'receivable', spent),
    ],
    balances,
  }
}

/** What of a recovered amount was written off at which rate; the last rate takes what rounding leaves. */
function recover({ writtenOff, writtenOffParts }: Balances, recovered: number): TaxedAmount[] {
  let rest = recovered
  return writtenOffParts.map(({ rate, net, tax }, at) => {
    const part = {
      net: partOf(net, recovered, writtenOff),
      tax: partOf(tax, recovered, writtenOff),
    }
    if (at === writtenOffParts.length - 1) return { rate, net: rest - part.tax, tax: part.tax }
    rest -= part.net + part.tax
    return { rate, ...part }
  })
}

/** The same share of each rate. What is owed may give something back at another rate of tax: below zero. */
export function partOf(amount: number, part: number, whole: number): number {
  return Math.sign(amount) * proRata(Math.abs(amount), part, whole).part
}

function negative(parts: readonly TaxedAmount[]): TaxedAmount[] {
  return parts.map(({ rate, net, tax }) => ({ rate, net: -net, tax: -tax }))
}

/** One part for each rate, sorted by it. */
export function sumsByRate(parts: readonly TaxedAmount[]): TaxedAmount[] {
  return [...Map.groupBy(parts, ({ rate }) => rate)]
    .map(([rate, same]) => ({
      rate,
      net: same.reduce((sum, { net }) => sum + net, 0),
      tax: same.reduce((sum, { tax }) => sum + tax, 0),
    }))
    .filter(({ net, tax }) => net !== 0 || tax !== 0)
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
}

/** What has no rate comes last. */
function rankOf({ rate }: TaxedAmount): string {
  return rate ?? '~'
}

function isOverdrawn(balances: Balances): boolean {
  const { receivable, credit, refundsPayable, cash, elsewhere, writtenOff, chargedBack } = balances
  // No more goes back than came in, but for what was charged back since, or given by hand.
  const beyond = chargedBack + Math.max(0, balances.granted)
  const lost = Math.min(cash, 0) + Math.min(elsewhere, 0)
  const left = cash + elsewhere - refundsPayable
  const owed = [receivable, credit, refundsPayable, writtenOff, chargedBack]
  return Math.min(lost, left) + beyond < 0 || Math.min(...owed) < 0
}

const recovery = 'It was written off before, and is settled now.'

function directPostings(entry: Entry): Posting[] {
  const { cause } = entry
  switch (entry.kind) {
    case 'charge': {
      const { amount, parts, service } = entry
      const postings = [
        ...parts.flatMap(({ rate, net, tax }) =>
          atRate(rate, [
            ...post(cause, 'receivable', 'premium', net),
            ...post(cause, 'receivable', 'tax', tax),
          ]),
        ),
        ...post(cause, 'receivable', 'fees', amount.fee),
      ]
      const valueDay = service?.firstDay ?? null
      return postings.map((posting) => ({ ...posting, valueDay, service }))
    }
    case 'payment': {
      const { till, amount, valueDay = null } = entry
      return post(cause, till, 'receivable', amount).map((one) => ({ ...one, valueDay }))
    }
    case 'charge_back':
      return post(cause, 'receivable', entry.till, entry.amount)
    case 'refund':
      return post(cause, 'customer_credit', 'refunds_payable', entry.amount)
    case 'made_refund': {
      const { till, amount, valueDay = null } = entry
      return post(cause, 'refunds_payable', till, amount).map((one) => ({ ...one, valueDay }))
    }
    case 'failed_refund':
      return post(cause, 'refunds_payable', 'customer_credit', entry.amount)
    case 'unowed':
      return post(cause, 'goodwill', 'customer_credit', entry.amount)
    case 'returned_refund':
      return post(cause, entry.till, 'refunds_payable', entry.amount)
    case 'refund_by_hand':
      return post(cause, 'customer_credit', entry.till, entry.amount)
    case 'goodwill':
      return post(cause, 'goodwill', 'receivable', entry.amount)
    case 'correction':
      return entry.parts.flatMap(({ rate, net, tax }) =>
        atRate(rate, [
          ...post(cause, 'receivable', 'corrections', net),
          ...post(cause, 'receivable', 'tax', tax),
        ]),
      )
    case 'write_off':
      return postWrittenOff(cause, entry.parts, entry.reason)
  }
}

/** A receivable that is given up, with its tax; below zero one that is settled after all. */
function postWrittenOff(cause: string, parts: readonly TaxedAmount[], reason: string): Posting[] {
  return parts.flatMap(({ rate, net, tax }) =>
    atRate(rate, [
      ...post(cause, 'written_off', 'receivable', net, reason),
      ...post(cause, 'tax', 'receivable', tax, reason),
    ]),
  )
}

function atRate(taxRate: string | null, postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, taxRate }))
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
  const posting = { cause, reason, valueDay: null, service: null, taxRate: null }
  return amount > 0
    ? [{ ...posting, debit, credit, amount }]
    : [{ ...posting, debit: credit, credit: debit, amount: -amount }]
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

/** The change of all money that the insurer itself has. */
export function cashChangeOf(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  return ownTills.reduce((sum, till) => sum + changeOf(till, postings), 0)
}

/** The change of written-off receivables, with their tax: these postings alone have a reason. */
export function writtenOffBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount' | 'reason'>[],
): number {
  return 0 - changeOf('receivable', postings.filter(isOfWriteOff))
}

/** The same by rate. */
export function writtenOffPartsBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount' | 'reason' | 'taxRate'>[],
): TaxedAmount[] {
  return sumsByRate(
    postings.filter(isOfWriteOff).map((posting) => ({
      rate: posting.taxRate,
      net: changeOf('written_off', [posting]),
      tax: changeOf('tax', [posting]),
    })),
  )
}

function isOfWriteOff({ reason }: Pick<Posting, 'reason'>): boolean {
  return reason !== null
}

/**
 * The change of what was given by hand. What a correction charges takes nothing back of it: the
 * customer may have been paid it, and owes it then.
 */
export function grantedBy(
  postings: readonly Pick<Posting, 'cause' | 'debit' | 'credit' | 'amount' | 'reason'>[],
): number {
  const entered = enteredBy(
    postings.filter(
      ({ cause, credit }) => !cause.startsWith('correction ') || credit === 'receivable',
    ),
  )
  const isUnowed = ({ debit, credit }: Pick<Posting, 'debit' | 'credit'>) =>
    debit === 'goodwill' && credit === 'customer_credit'
  return entered + changeOf('goodwill', postings.filter(isUnowed))
}

/** What goodwill and corrections gave, the tax of these included; below zero what they charged. */
export function enteredBy(
  postings: readonly Pick<Posting, 'cause' | 'debit' | 'credit' | 'amount' | 'reason'>[],
): number {
  const given = postings.filter(
    ({ cause, debit, credit, reason }) =>
      isByHand(cause) && reason === null && ![debit, credit].includes('customer_credit'),
  )
  return 0 - changeOf('receivable', given)
}

function isByHand(cause: string): boolean {
  return cause.startsWith('goodwill ') || cause.startsWith('correction ')
}

/** The sum of the charge-backs: only they move money from a till to the receivable. */
export function chargedBackBy(
  postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[],
): number {
  const isTakenBack = ({ debit, credit }: Pick<Posting, 'debit' | 'credit'>) =>
    debit === 'receivable' && [...ownTills, 'collected_elsewhere'].includes(credit)
  return postings.filter(isTakenBack).reduce((sum, { amount }) => sum + amount, 0)
}
