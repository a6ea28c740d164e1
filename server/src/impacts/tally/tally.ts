import { type Grouping, nameOfBand } from './grouping.ts'
import { type Outcome, type PricedRow, type RowShare, type Verdict, nameOf } from './priced-row.ts'
import { type Spread, quantileOf, stepOf } from './spread.ts'

/** How many of the greatest changes are named. */
const extremesMax = 10
/** Of fields, cells and codes; all further ones are counted as one. */
const causesMax = 50
/** Of shares, likewise; further shares of one cause are then summed up. */
const sharesMax = 500
/** Of values of one grouping, likewise. */
const groupsMax = 100
/** The name of the group for values beyond the maximum. */
const others = '(others)'

/** What is known of a part of the portfolio that was priced: as plain data, so that it can be kept. */
export interface Counts extends Record<Outcome, number> {
  readonly count: number
  /** Of those that both have a price, before and after. */
  readonly before: number
  readonly after: number
  /** What those bring today that the draft has no price for. */
  readonly beforeUnpriced: number
}

export interface Extreme {
  readonly name: string
  readonly policyId: string | null
  readonly quoteId: string
  readonly before: number
  readonly after: number
}

export interface Cause {
  readonly cause: string
  readonly count: number
  /** Whom it concerns, for example. */
  readonly example: string
}

/** What one thing that differs does to the whole premium. */
export interface SummedShare extends RowShare {
  /** Of how many it is a share. */
  readonly count: number
}

/** Everything that was counted so far. */
export interface Tally {
  readonly counts: Counts
  readonly risen: number
  readonly fallen: number
  /** Those that cost nothing before, and something after. */
  readonly fromNothing: number
  readonly spread: Spread
  /** The exact extremes, in percent, not rounded. */
  readonly greatestRise: number
  readonly greatestFall: number
  /** The least and the most of all changes; null where nothing changes in proportion. */
  readonly least: number | null
  readonly most: number | null
  readonly rise: readonly Extreme[]
  readonly fall: readonly Extreme[]
  readonly causes: Readonly<Record<Exclude<Outcome, 'priced'>, readonly Cause[]>>
  /** They sum to the difference of the premium; null where nobody asked for them. */
  readonly shares: readonly SummedShare[] | null
  /** By grouping, in the order in which values came. */
  readonly groups: readonly (readonly (readonly [value: string, counts: Counts])[])[]
}

/** A tally in the end, with what follows from it. */
export interface ImpactResult extends Omit<Tally, 'groups'> {
  readonly quantiles: readonly { readonly share: number; readonly percent: number }[]
  readonly groups: readonly {
    readonly field: string
    readonly values: readonly (readonly [value: string, counts: Counts])[]
  }[]
}

const quantileShares = [100, 500, 1_000, 2_500, 5_000, 7_500, 9_000, 9_500, 9_900]

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** Counts rows, one after the other, in room that does not grow with their number. */
export class Counter {
  readonly #counts: Mutable<Counts>
  #risen = 0
  #fallen = 0
  #fromNothing = 0
  #greatestRise = 0
  #greatestFall = 0
  #least: number | null
  #most: number | null
  readonly #steps: Map<number, number>
  readonly #rise: Extreme[]
  readonly #fall: Extreme[]
  readonly #causes: Record<Exclude<Outcome, 'priced'>, Map<string, Mutable<Cause>>>
  readonly #shares: Map<string, Mutable<SummedShare>>
  #hasShares = false
  readonly #groups: Map<string, Mutable<Counts>>[]

  /** Goes on from where a tally was left. */
  constructor(groupings: number, from: Tally | null) {
    this.#counts = { ...(from?.counts ?? nothingCounted) }
    this.#risen = from?.risen ?? 0
    this.#fallen = from?.fallen ?? 0
    this.#fromNothing = from?.fromNothing ?? 0
    this.#greatestRise = from?.greatestRise ?? 0
    this.#greatestFall = from?.greatestFall ?? 0
    this.#least = from?.least ?? null
    this.#most = from?.most ?? null
    this.#steps = new Map(from?.spread.steps)
    this.#rise = [...(from?.rise ?? [])]
    this.#fall = [...(from?.fall ?? [])]
    const causes = (outcome: Exclude<Outcome, 'priced'>) =>
      new Map(from?.causes[outcome].map((one) => [one.cause, { ...one }]))
    this.#causes = {
      knocked_out: causes('knocked_out'),
      refused: causes('refused'),
      failed: causes('failed'),
      not_sold: causes('not_sold'),
    }
    this.#hasShares = from?.shares != null
    this.#shares = new Map(from?.shares?.map((one) => [keyOf(one), { ...one }]))
    this.#groups = Array.from(
      { length: groupings },
      (_, at) => new Map(from?.groups[at]?.map(([value, counts]) => [value, { ...counts }])),
    )
  }

  add(row: PricedRow): void {
    add(this.#counts, row)
    for (const [at, groups] of this.#groups.entries()) {
      const named = row.groups[at] ?? ''
      const value = groups.has(named) || groups.size < groupsMax ? named : others
      add(
        groups.getOrInsertComputed(value, () => ({ ...nothingCounted })),
        row,
      )
    }
    const { verdict } = row
    if (verdict.outcome === 'priced') {
      this.#addChange(row, verdict.after)
      if (verdict.shares !== null) this.#addShares(verdict.shares)
    } else this.#addCauses(row, verdict)
  }

  tally(): Tally {
    const causes = (outcome: Exclude<Outcome, 'priced'>): Cause[] => [
      ...this.#causes[outcome].values(),
    ]
    return {
      counts: { ...this.#counts },
      risen: this.#risen,
      fallen: this.#fallen,
      fromNothing: this.#fromNothing,
      spread: { steps: [...this.#steps].toSorted(([a], [b]) => a - b) },
      greatestRise: this.#greatestRise,
      greatestFall: this.#greatestFall,
      least: this.#least,
      most: this.#most,
      rise: [...this.#rise],
      fall: [...this.#fall],
      causes: {
        knocked_out: causes('knocked_out'),
        refused: causes('refused'),
        failed: causes('failed'),
        not_sold: causes('not_sold'),
      },
      shares: this.#hasShares ? [...this.#shares.values()] : null,
      groups: this.#groups.map((values) => [...values]),
    }
  }

  #addChange(row: PricedRow, after: number): void {
    const { before } = row
    if (after > before) this.#risen += 1
    if (after < before) this.#fallen += 1
    if (before > 0) {
      const step = stepOf(before, after)
      this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1)
      const percent = ((after - before) * 100) / before
      this.#greatestRise = Math.max(this.#greatestRise, percent)
      this.#greatestFall = Math.min(this.#greatestFall, percent)
      this.#least = Math.min(this.#least ?? percent, percent)
      this.#most = Math.max(this.#most ?? percent, percent)
    } else if (after > 0) this.#fromNothing += 1
    if (after === before) return
    const { policyId, quoteId } = row
    const one = { name: nameOf(row), policyId, quoteId, before, after }
    keepExtreme(after > before ? this.#rise : this.#fall, one)
  }

  #addShares(shares: readonly RowShare[]): void {
    this.#hasShares = true
    for (const share of shares) {
      const isKnown = this.#shares.has(keyOf(share)) || this.#shares.size < sharesMax
      const counted = isKnown ? share : { ...share, place: others, before: null, after: null }
      const sum = this.#shares.getOrInsertComputed(keyOf(counted), () => ({
        ...counted,
        amount: 0,
        count: 0,
      }))
      sum.amount += share.amount
      sum.count += 1
    }
  }

  #addCauses(row: PricedRow, verdict: Exclude<Verdict, { outcome: 'priced' }>): void {
    const known = this.#causes[verdict.outcome]
    for (const named of causesOf(verdict)) {
      const cause = known.has(named) || known.size < causesMax ? named : others
      const one = known.getOrInsertComputed(cause, () => ({
        cause,
        count: 0,
        example: exampleOf(row, verdict).toWellFormed(),
      }))
      one.count += 1
    }
  }
}

function keyOf({ cause, place, before, after }: RowShare): string {
  return JSON.stringify([cause, place, before, after])
}

const nothingCounted: Counts = {
  count: 0,
  priced: 0,
  knocked_out: 0,
  refused: 0,
  failed: 0,
  not_sold: 0,
  before: 0,
  after: 0,
  beforeUnpriced: 0,
}

function add(counts: Mutable<Counts>, { before, verdict }: PricedRow): void {
  counts.count += 1
  counts[verdict.outcome] += 1
  if (verdict.outcome === 'priced') {
    counts.before += before
    counts.after += verdict.after
  } else counts.beforeUnpriced += before
}

function causesOf(verdict: Exclude<Verdict, { outcome: 'priced' }>): readonly string[] {
  switch (verdict.outcome) {
    case 'knocked_out':
      return [verdict.code]
    case 'refused':
      return [...new Set(verdict.fields)]
    case 'failed':
      return [verdict.place]
    case 'not_sold':
      return [verdict.missing]
  }
}

function exampleOf(row: PricedRow, verdict: Verdict): string {
  return verdict.outcome === 'failed' ? `${nameOf(row)}: ${verdict.reason}` : nameOf(row)
}

/** The greatest first; of two that are alike, the one that came first. */
function keepExtreme(list: Extreme[], one: Extreme): void {
  const size = ({ before, after }: Extreme) => Math.abs(after - before)
  const last = list.at(-1)
  if (list.length === extremesMax && last !== undefined && size(last) >= size(one)) return
  const at = list.findIndex((other) => size(other) < size(one))
  list.splice(at === -1 ? list.length : at, 0, one)
  if (list.length > extremesMax) list.pop()
}

/** To a hundredth of a percent. */
export function percentChange(before: number, after: number): number {
  return Math.round(((after - before) / before) * 10_000) / 100
}

/** What a tally comes to, its groups by their grouping: bands as they rise, values by their number. */
export function resultOf(
  { groups, ...tally }: Tally,
  { groupings, hasShares }: { groupings: readonly Grouping[]; hasShares: boolean },
): ImpactResult {
  return {
    ...tally,
    causes: {
      knocked_out: byCount(tally.causes.knocked_out),
      refused: byCount(tally.causes.refused),
      failed: byCount(tally.causes.failed),
      not_sold: byCount(tally.causes.not_sold),
    },
    shares: hasShares
      ? (tally.shares ?? []).toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
      : null,
    quantiles: quantileShares.flatMap((share) => {
      const percent = quantileOf(tally.spread, share)
      return percent === null ? [] : [{ share: share / 100, percent }]
    }),
    groups: groupings.map(({ field, bands }, at) => ({
      field,
      values: (groups[at] ?? []).toSorted(
        bands === null
          ? ([a, one], [b, other]) => other.count - one.count || a.localeCompare(b, 'en')
          : ([one], [other]) => placeOf(one, bands) - placeOf(other, bands),
      ),
    })),
  }
}

function byCount(causes: readonly Cause[]): Cause[] {
  return causes.toSorted((a, b) => b.count - a.count || a.cause.localeCompare(b.cause, 'en'))
}

/** Those that are in no band come last. */
function placeOf(value: string, bands: readonly number[]): number {
  const names = [-1, ...bands.keys()].map((at) => nameOfBand(bands, at))
  const at = names.indexOf(value)
  return at === -1 ? names.length : at
}
