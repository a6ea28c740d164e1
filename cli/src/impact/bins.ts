import type { ImpactResult } from './impact-result.ts'

/** Changes from one percentage to another, the upper one not included; null where an end is open. */
export interface Bin {
  readonly from: number | null
  readonly to: number | null
  readonly count: number
}

const binsWanted = 14
const widths = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000]
const hundredfoldPercent = 9_900
/** In percent of all; changes further out fall into the first and last bin. */
const tail = 1

/**
 * The histogram in few enough bins to read. Bounds are round, zero is one of them, and unchanged
 * premiums are left out: they are counted separately.
 */
export function binsOf(result: ImpactResult): Bin[] {
  const { histogram, unchanged } = result
  const moved = histogram
    .map(({ from_percent: at, count }) => ({ at, count: at === 0 ? count - unchanged : count }))
    .filter(({ count }) => count > 0)
  const all = moved.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return []
  const [low, high] = [place(moved, (all * tail) / 100), place(moved, (all * (100 - tail)) / 100)]
  // Above 100 % changes are counted per whole percent.
  const finest = high >= 100 ? 1 : 0
  const width = widths.find((one) => one >= finest && (high - low) / one <= binsWanted) ?? 5_000
  const first = Math.floor(low / width)
  const last = Math.max(first, Math.floor(high / width))
  const counts = new Map<number, number>()
  for (const { at, count } of moved) {
    const bin = Math.min(Math.max(Math.floor(at / width + 1e-9), first), last)
    counts.set(bin, (counts.get(bin) ?? 0) + count)
  }
  const isBelow = moved.some(({ at }) => at < first * width)
  // Rises beyond a hundredfold are counted in the last bin.
  const isAbove = moved.some(({ at }) => at >= (last + 1) * width || at >= hundredfoldPercent)
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    from: at === 0 && isBelow ? null : tidy((first + at) * width),
    to: first + at === last && isAbove ? null : tidy((first + at + 1) * width),
    count: counts.get(first + at) ?? 0,
  }))
}

/** The bound at which the given count is reached. */
function place(moved: readonly { at: number; count: number }[], passed: number): number {
  let sum = 0
  for (const { at, count } of moved) {
    sum += count
    if (sum >= passed) return at
  }
  return moved.at(-1)?.at ?? 0
}

/** Without floating-point noise. */
function tidy(value: number): number {
  return Number(value.toFixed(2))
}

export function nameOfBin({ from, to }: Bin): string {
  if (from === null) return `below ${signed(to ?? 0)}`
  return to === null ? `${signed(from)} and more` : `${signed(from)} to ${signed(to)}`
}

/** The least and the most of all changes: a fall where anything falls, else the smallest rise. */
export function endsOf(result: ImpactResult): { readonly least: number; readonly most: number } {
  const { histogram, fallen, risen } = result
  const lowest = histogram[0]?.from_percent ?? 0
  const highest = histogram.at(-1)?.from_percent ?? 0
  return {
    // Results of earlier releases lack it.
    least: result.least_percent ?? (fallen > 0 ? result.greatest_fall_percent : lowest),
    most: result.most_percent ?? (risen > 0 ? result.greatest_rise_percent : highest),
  }
}

/** A percentage with its sign. */
export function signed(percent: number): string {
  const text = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(percent)
  return `${percent > 0 ? '+' : ''}${text} %`
}
