import { type PolicyVersionId, todayIn } from '../kernel/index.ts'
import type { LifeSettings } from '../products/index.ts'
import type { Receipt } from '../retries/index.ts'
import {
  type AcceptDeps,
  type DecidedOrder,
  type GivenOrder,
  type PolicyOrder,
  acceptOrder,
  assertOrderable,
} from './accept-order.ts'
import { findSale } from './find-sale.ts'
import type { Decide, ForeseeDeps } from './foresee-order.ts'
import { assertMayChange } from './may-change.ts'
import { type Policy, lastDayAsSold } from './policy.ts'
import { tooLateToReinstate } from './reasons.ts'

export interface ReinstatementOrder extends PolicyOrder {
  /** Whether the days since the last day of cover stay without cover, and cost nothing. */
  readonly hasGap: boolean
}

/** Accepts a reinstatement. A job assembles the new version; its id is returned at once. */
export async function reinstatePolicy(
  deps: AcceptDeps,
  order: ReinstatementOrder & GivenOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptOrder(deps, order, await reinstatementBy(deps, order), receipt)
}

export async function reinstatementBy(
  deps: ForeseeDeps,
  order: ReinstatementOrder,
): Promise<Decide> {
  const seen = await findSale(deps.db, order.caller, order.policyId, deps.clock())
  const product = await deps.catalogue.version(seen.productVersionId)
  if (product === undefined) throw new Error(`version ${seen.productVersionId} is gone`)
  const { life } = product.definition
  assertMayChange(order.caller, life)
  return (policy, now) => decideReinstatement(policy, order, life, now)
}

/** Whether a policy may be reinstated as ordered, and which days it then was without cover. */
function decideReinstatement(
  policy: Policy,
  order: Pick<ReinstatementOrder, 'ifMatch' | 'hasGap'>,
  life: LifeSettings,
  now: Temporal.Instant,
): DecidedOrder {
  assertOrderable('reinstatement', policy, order, now)
  const lastDay = policy.terminationDay
  if (lastDay === null) throw new Error(`policy ${policy.id} was cancelled without a day`)
  const today = todayIn(policy.timeZone, now)
  const until = reinstatableUntil(policy, lastDay, life)
  if (isBefore(until, today)) throw tooLateToReinstate(policy.id, until.toString())
  const yesterday = today.subtract({ days: 1 })
  const gapUntil = order.hasGap && isBefore(lastDay, yesterday) ? yesterday.toString() : null
  const dayAfter = lastDay.add({ days: 1 })
  // Who has no cover meanwhile has it back on the day on which all is paid, and not when it was to end.
  const isSuspended = policy.suspendedSince !== null && isBefore(today, dayAfter)
  return {
    kind: 'reinstatement',
    effectiveDay: isSuspended ? today : dayAfter,
    change: { gap_until: gapUntil },
    told: { gap_until: gapUntil },
  }
}

/**
 * The last day on which it can be ordered: within the product's days, and within the term. They count
 * from the last day of cover, and after a lapse from the day before it: cover may have ended long before.
 */
export function reinstatableUntil(
  policy: Pick<Policy, 'endDay' | 'termLastDay' | 'cancelledAt' | 'cancelledBy' | 'timeZone'>,
  lastDay: Temporal.PlainDate,
  { reinstatementDays }: LifeSettings,
): Temporal.PlainDate {
  const inWindow = sinceDay(policy, lastDay).add({ days: reinstatementDays })
  const soldUntil = lastDayAsSold(policy)
  return soldUntil !== null && isBefore(soldUntil, inWindow) ? soldUntil : inWindow
}

function sinceDay(
  { cancelledAt, cancelledBy, timeZone }: Pick<Policy, 'cancelledAt' | 'cancelledBy' | 'timeZone'>,
  lastDay: Temporal.PlainDate,
): Temporal.PlainDate {
  if (cancelledBy !== 'system' || cancelledAt === null) return lastDay
  const before = todayIn(timeZone, cancelledAt).subtract({ days: 1 })
  return isBefore(lastDay, before) ? before : lastDay
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
