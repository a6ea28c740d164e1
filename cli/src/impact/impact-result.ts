import type { Impact } from '../sdk.ts'

export type ImpactResult = NonNullable<Impact['result']>
export type Counts = Pick<
  ImpactResult,
  | 'count'
  | 'priced'
  | 'knocked_out'
  | 'refused'
  | 'failed'
  | 'not_sold'
  | 'premium_before'
  | 'premium_after'
  | 'percent'
>

/** How many the draft has no price for. */
export function unpricedOf({ count, priced }: Pick<Counts, 'count' | 'priced'>): number {
  return count - priced
}

/** What was priced, in words. */
export function subjectOf({ scope }: Pick<Impact, 'scope'>): string {
  if (scope.kind === 'quotes') return `quotes of the last ${scope.days} days`
  if (scope.kind === 'renewals') return `renewals of terms that end ${scope.from} to ${scope.to}`
  return 'policies in force'
}

/** What a share comes from, in words. */
export function wordsOfShare({
  cause,
  place,
  before,
  after,
}: NonNullable<ImpactResult['shares']>[number]): string {
  if (cause === 'structure') {
    return `what cannot be exchanged alone${place === '' ? '' : `: ${place}`}`
  }
  if (cause === 'rounding') return 'rounding'
  const short = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > 60 ? `${text.slice(0, 59)}…` : text
  }
  const moved = before == null && after == null ? '' : ` from ${short(before)} to ${short(after)}`
  const isNamed = cause === 'cell' || cause === 'table'
  return `${isNamed ? '' : `${cause} `}${place}${moved}`
}
