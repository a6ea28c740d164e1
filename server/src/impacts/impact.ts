import type { AccountId, ImpactId, ProductId, ProductVersionId } from '../kernel/index.ts'
import type { Grouping } from './tally/grouping.ts'
import type { ImpactResult, Tally } from './tally/tally.ts'

/** What a draft would do to the prices of a portfolio: asked for once, run beside everything else. */
export interface Impact extends ImpactRequest, ImpactProgress {
  readonly id: ImpactId
  readonly livemode: boolean
  readonly createdAt: Temporal.Instant
}

/** What is asked: never changes. */
export interface ImpactRequest {
  readonly insurerId: AccountId
  readonly productId: ProductId
  /** The draft, and the hash that identifies its content. */
  readonly productVersionId: ProductVersionId
  readonly contentHash: string
  /** What was on sale then; null where nothing was. */
  readonly liveVersionId: ProductVersionId | null
  readonly scope: ImpactScope
  readonly groupings: readonly Grouping[]
  /** Whether the difference is taken apart as well. */
  readonly hasShares: boolean
  /** The day on which the portfolio is looked at, where the product is sold. */
  readonly today: Temporal.PlainDate
}

export interface ImpactProgress {
  readonly state: ImpactState
  /** How many there are to price; null before they are counted. */
  readonly total: number | null
  readonly done: number
  /** Up to where in the portfolio; null before the first. */
  readonly place: string | null
  readonly tally: Tally | null
  readonly result: ImpactResult | null
  /** Why it failed. */
  readonly failure: string | null
  readonly startedAt: Temporal.Instant | null
  readonly finishedAt: Temporal.Instant | null
}

export const impactStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const
export type ImpactState = (typeof impactStates)[number]

/** Whose answers are priced again. */
export type ImpactScope =
  /** Policies that are in force on the day. */
  | { readonly kind: 'in_force' }
  /** The next terms of policies whose last one ends on one of these days. */
  | { readonly kind: 'renewals'; readonly from: string; readonly to: string }
  /** Quotes for sales of the last days, bought or not. */
  | { readonly kind: 'quotes'; readonly days: number }
export const scopeKinds = ['in_force', 'renewals', 'quotes'] as const
export const quoteDaysMax = 366

/** What may be grouped by besides answers. */
export const ownGroupings = ['item', 'plan', 'integration'] as const
