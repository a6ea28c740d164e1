import type { Answer } from '@bindery/sdk'

export type FigureRow = Answer<'showFigures'>['rows'][number]

/** Sums that can be added up; rates are made of them afterwards. */
export type Sums = Pick<
  FigureRow,
  'quotes' | 'sold' | 'ended' | 'written' | 'charged' | 'collected' | 'owed'
>

export const noSums: Sums = {
  quotes: 0,
  sold: 0,
  ended: 0,
  written: 0,
  charged: 0,
  collected: 0,
  owed: 0,
}

export function plus(a: Sums, b: Sums): Sums {
  return {
    quotes: a.quotes + b.quotes,
    sold: a.sold + b.sold,
    ended: a.ended + b.ended,
    written: a.written + b.written,
    charged: a.charged + b.charged,
    collected: a.collected + b.collected,
    owed: a.owed + b.owed,
  }
}

/** Some days in a row, drawn as one. */
export interface Bucket {
  readonly from: string
  readonly to: string
  readonly sums: Sums
}

const dayMs = 86_400_000

export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Equal steps over a period, each with what happened in it; the last ends with the period. */
export function bucketsOf(
  rows: readonly FigureRow[],
  { from, to, step }: { readonly from: string; readonly to: string; readonly step: number },
): readonly Bucket[] {
  const buckets: Bucket[] = []
  for (let last = to; last >= from; last = dayPlus(last, -step)) {
    const first = dayPlus(last, 1 - step)
    const inside = rows.filter(({ day }) => day !== null && day >= first && day <= last)
    buckets.unshift({ from: first, to: last, sums: inside.reduce<Sums>(plus, noSums) })
  }
  return buckets
}
