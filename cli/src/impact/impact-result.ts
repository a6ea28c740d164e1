import type { Impact } from '@bindery/sdk'

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

/** The number of policies for which the draft has no price. */
export function unpricedOf({ count, priced }: Pick<Counts, 'count' | 'priced'>): number {
  return count - priced
}

/** The priced subjects in words. */
export function subjectOf({ scope }: Pick<Impact, 'scope'>, count = 0): string {
  const [quote, renewal, policy] =
    count === 1 ? ['quote', 'renewal', 'policy'] : ['quotes', 'renewals', 'policies']
  if (scope.kind === 'quotes')
    return `${quote} of the last ${scope.days === 1 ? 'day' : `${scope.days} days`}`
  if (scope.kind === 'renewals') return `${renewal} of terms that end ${scope.from} to ${scope.to}`
  return `${policy} in force`
}

/** The number of priced subjects, and the day. */
export function headlineOf(impact: Pick<Impact, 'scope' | 'day'>, count: number): string {
  const counted = `${new Intl.NumberFormat('en').format(count)} ${subjectOf(impact, count)}`
  if (impact.scope.kind === 'renewals') return counted
  return `${counted}${impact.scope.kind === 'quotes' ? ', up to' : ' on'} ${impact.day}`
}

/** The words for the two compared premiums, by scope. */
export function wordsOf({ scope }: Pick<Impact, 'scope'>) {
  switch (scope.kind) {
    case 'in_force':
      return {
        one: 'policy',
        many: 'policies',
        before: 'today',
        premiumBefore: 'premium today',
        both: 'Before is the premium that was sold, after is the new version with the same answers on the same day.',
      }
    case 'quotes':
      return {
        one: 'quote',
        many: 'quotes',
        before: 'as quoted',
        premiumBefore: 'premium as quoted',
        both: 'Before is the premium that was quoted, after is the new version with the same answers on the same day.',
      }
    case 'renewals':
      return {
        one: 'policy',
        many: 'policies',
        before: 'version on sale',
        premiumBefore: 'premium by the version on sale',
        both: 'Before is the next term by the version on sale, after is the same term by the new version, both on the first day of the term.',
      }
  }
}

/** The cause of a share in words. */
export function wordsOfShare({
  cause,
  place,
  before,
  after,
}: NonNullable<ImpactResult['shares']>[number]): string {
  if (cause === 'structure') {
    return `changes that cannot be separated${place === '' ? '' : `: ${place}`}`
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
