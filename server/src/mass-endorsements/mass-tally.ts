import type { MassResult } from './mass-endorsement.ts'

/** So many rows are shown with the counts. */
const rowsKeptMax = 20

/** What a mass endorsement comes to: counts and money, of memory that does not grow with the portfolio. */
export interface MassTally {
  readonly looked: number
  readonly applied: number
  readonly waiting: number
  /** How many, by the code of why. */
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** By currency: all payments of a year, or of a term that is paid at once. */
  readonly money: readonly MassMoney[]
  /** How many policies change by so many whole percent, rounded down. */
  readonly percents: Readonly<Record<string, number>>
  readonly rows: readonly TalliedResult[]
}

export interface MassMoney {
  readonly currency: string
  readonly policies: number
  readonly before: number
  readonly after: number
  readonly taxBefore: number
  readonly taxAfter: number
}

export type TalliedResult = Omit<MassResult, 'massEndorsementId'>

export const nothingTallied: MassTally = {
  looked: 0,
  applied: 0,
  waiting: 0,
  skipped: {},
  failed: {},
  money: [],
  percents: {},
  rows: [],
}

export function tally(before: MassTally, results: readonly MassResult[]): MassTally {
  return results.reduce(withResult, before)
}

function withResult(sum: MassTally, settled: MassResult): MassTally {
  const { massEndorsementId: _, ...result } = settled
  const { outcome, code, price } = result
  const isKept = sum.rows.length < rowsKeptMax
  const isChanged = outcome === 'applied' && price !== null
  return {
    looked: sum.looked + 1,
    applied: sum.applied + (outcome === 'applied' ? 1 : 0),
    waiting: sum.waiting + (outcome === 'waiting' ? 1 : 0),
    skipped: outcome === 'skipped' ? counted(sum.skipped, code ?? '') : sum.skipped,
    failed: outcome === 'failed' ? counted(sum.failed, code ?? '') : sum.failed,
    money: isChanged ? withMoney(sum.money, price) : sum.money,
    percents: isChanged ? counted(sum.percents, percentOf(price)) : sum.percents,
    rows: isKept ? [...sum.rows, result] : sum.rows,
  }
}

function counted(counts: MassTally['failed'], name: string): MassTally['failed'] {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 }
}

function withMoney(
  money: MassTally['money'],
  { currency, payments, ...price }: NonNullable<MassResult['price']>,
): MassTally['money'] {
  const known = money.find((one) => one.currency === currency)
  const sum = known ?? { currency, policies: 0, before: 0, after: 0, taxBefore: 0, taxAfter: 0 }
  const added: MassMoney = {
    currency,
    policies: sum.policies + 1,
    before: sum.before + price.paymentBefore * payments,
    after: sum.after + price.paymentAfter * payments,
    taxBefore: sum.taxBefore + price.taxBefore * payments,
    taxAfter: sum.taxAfter + price.taxAfter * payments,
  }
  return [...money.filter((one) => one.currency !== currency), added]
}

/** A policy that cost nothing has no percentage. */
function percentOf({ paymentBefore, paymentAfter }: NonNullable<MassResult['price']>): string {
  if (paymentBefore === 0) return '0'
  return String(Math.floor(((paymentAfter - paymentBefore) * 100) / paymentBefore))
}
