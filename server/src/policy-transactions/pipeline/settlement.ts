import type { PlanId } from '../../kernel/index.ts'
import type { PolicyTimeline } from '../../policies/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import {
  type ChargedPeriod,
  chargeAgain,
  dueDayFrom,
  nextPeriod,
  planOn,
} from '../../timelines/index.ts'

/** The amounts of a transaction, and when they are settled. */
export interface PremiumSettlement {
  /** For periods that were charged already; below zero it is given back. */
  readonly amount: number
  readonly settledBy: SettledBy
  /** Null where nothing is to be settled. */
  readonly settledOn: Temporal.PlainDate | null
}

export const waysToSettle = ['payment', 'instalment', 'credit', 'refund', 'nothing'] as const
/**
 * An increase is paid before the endorsement counts, or with the next instalment. What is given back is
 * credit for the next instalment, or a refund.
 */
export type SettledBy = (typeof waysToSettle)[number]

export function settlementOf(
  after: PolicyTimeline,
  charged: readonly ChargedPeriod[],
  life: LifeSettings,
  today: Temporal.PlainDate,
  /** The day of the month on which the instalments of a plan are due, where it names one. */
  dueDayOf: (planId: PlanId) => number | null,
): PremiumSettlement {
  const charges = chargeAgain(after, charged)
  const amount = charges.reduce((sum, charge) => sum + charge.amount.payment, 0)
  if (amount === 0) return { amount, settledBy: 'nothing', settledOn: null }
  const next = nextPeriod(after, charged)
  const isDearer = amount > 0
  const isNow = isDearer ? life.increaseDue === 'now' : life.refund === 'at_once'
  if (next === null || isNow) {
    return { amount, settledBy: isDearer ? 'payment' : 'refund', settledOn: today }
  }
  const settledOn = dueDayFrom(next.firstDay, dueDayOf(planOn(after, next.firstDay).planId))
  return { amount, settledBy: isDearer ? 'instalment' : 'credit', settledOn }
}
