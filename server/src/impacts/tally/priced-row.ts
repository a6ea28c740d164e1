import type { Share } from '../../pricing/index.ts'

/** A part of the difference of one row, in minor units of all payments. */
export type RowShare = Omit<Share, 'words'>

/** What the draft makes of one policy or quote. */
export type Verdict =
  | {
      readonly outcome: 'priced'
      readonly after: number
      /** They sum to the difference; null where nobody asked for them. */
      readonly shares: readonly RowShare[] | null
    }
  /** The draft declines the risk: by which knockout. */
  | { readonly outcome: 'knocked_out'; readonly code: string }
  /** Answers do not pass rules of the draft that they passed before: which fields. */
  | { readonly outcome: 'refused'; readonly fields: readonly string[] }
  /** The draft has no price: where its calculation ended, and why. */
  | { readonly outcome: 'failed'; readonly place: string; readonly reason: string }
  /** The draft does not sell it at all: what it lacks that the portfolio has. */
  | { readonly outcome: 'not_sold'; readonly missing: string }

export type Outcome = Verdict['outcome']

/** One policy or quote, before and after. Amounts are of all payments of its year or term together. */
export interface PricedRow {
  readonly policyId: string | null
  readonly policyNumber: string | null
  readonly quoteId: string
  readonly item: string
  readonly plan: string
  readonly integration: string
  readonly before: number
  readonly verdict: Verdict
  /** To which group it belongs, for each grouping. */
  readonly groups: readonly string[]
}

/** What identifies it: the policy, or the quote where there is none. */
export function nameOf({ policyNumber, quoteId }: PricedRow): string {
  return policyNumber ?? quoteId
}

/** What a verdict says besides its outcome, in a few words. */
export function detailOf(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'priced':
      return ''
    case 'knocked_out':
      return verdict.code
    case 'refused':
      return verdict.fields.join(' ')
    case 'failed':
      return `${verdict.place}: ${verdict.reason}`
    case 'not_sold':
      return verdict.missing
  }
}
