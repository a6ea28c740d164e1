import type { PlanId } from '../kernel/index.ts'
import type { TaxRateChange } from '../pricing/index.ts'
import type { PlanFrequency, ShortRate } from '../products/index.ts'
import type { PeriodPrice } from './period-price.ts'

/**
 * What a policy is on every day of its life, as one version of it says: the terms that were sold,
 * and the days on which data and price stand still. All money follows from it.
 */
export interface Timeline<Held extends Segment = Segment, Sold extends Term = Term> {
  /** In their step, each beginning on the day after the one before. */
  readonly terms: readonly Sold[]
  /** In their step, the first on the first day of cover. Each lasts until the next one begins. */
  readonly segments: readonly Held[]
  /** Null while it is not cancelled. */
  readonly ending: Ending | null
  /** In the order of their days; absent where there are none. */
  readonly taxChanges?: readonly TaxChange[]
}

/** A change of tax by law, as it counts for one policy. */
export interface TaxChange extends TaxRateChange {
  /** Periods that are due from this day on have the new rate. */
  readonly day: Temporal.PlainDate
  /** The first day of the first such period. It may lie in a term that is not sold yet. */
  readonly firstDay: Temporal.PlainDate
}

/** The days that are sold at once, and by which plans they are paid. */
export interface Term {
  readonly firstDay: Temporal.PlainDate
  /** Null while the end is open. */
  readonly lastDay: Temporal.PlainDate | null
  /** How often it is billed by the plan that it was sold with; null for a single payment. */
  readonly frequency: PlanFrequency | null
  /** The plans that replaced it, by day. Each holds until the next one, or to the end of the term. */
  readonly planChanges?: readonly PlanChange[]
}

/** Another plan, from the first day of a billing period on. */
export interface PlanChange {
  readonly firstDay: Temporal.PlainDate
  readonly planId: PlanId
  readonly frequency: PlanFrequency | null
}

/**
 * - `cover` is insured and costs its price.
 * - `gap` is not insured and costs nothing.
 * - `suspended` is not insured and costs its price.
 * - `ended` comes after a cancellation. It keeps its price, from which the ending's cost follows.
 * - `void` was withdrawn from as if it had never been sold, and costs nothing.
 */
export type SegmentKind = 'cover' | 'gap' | 'suspended' | 'ended' | 'void'

export interface Segment {
  readonly firstDay: Temporal.PlainDate
  readonly kind: SegmentKind
  /** Of one whole billing period. */
  readonly price: PeriodPrice
}

/** A cancellation or a withdrawal: the last day of cover, before the first where cover never began. */
export interface Ending {
  readonly lastDay: Temporal.PlainDate
  /** What the days after it cost. */
  readonly rule: EndingRule
}

export type EndingRule =
  /** The days that are left cost nothing; nor does a suspension with which it ends, where it is waived. */
  | { readonly method: 'pro_rata'; readonly waivesSuspension?: true }
  /**
   * The period in which cover ends is kept whole, at the price of the last day after it, and the first
   * one if cover never began.
   */
  | { readonly method: 'none' }
  /** As `none`, but nothing is kept of a cover that never began. */
  | { readonly method: 'full_before_start' }
  /** At least a share of the period is kept, by the days that were covered. */
  | { readonly method: 'short_rate'; readonly shares: readonly ShortRate[] }
  /** Withdrawn from: the days that are left cost nothing, and where it is void no day does. */
  | { readonly method: 'withdrawal'; readonly isVoid: boolean }
