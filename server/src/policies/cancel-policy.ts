import { type PolicyVersionId, parseDay, todayIn } from '../kernel/index.ts'
import type { Receipt } from '../retries/index.ts'
import {
  type AcceptDeps,
  type GivenOrder,
  type PolicyOrder,
  acceptOrder,
  assertOrderable,
} from './accept-order.ts'
import type { Decide } from './foresee-order.ts'
import { type Policy, lastDayAsSold } from './policy.ts'
import { terminationAfterEnd, terminationBeforeStart, terminationIsNoDate } from './reasons.ts'

export interface CancellationOrder extends PolicyOrder {
  readonly reason: string
  readonly terminationDate: string
}

/** Accepts a cancellation. A job assembles the new version; its id is returned at once. */
export function cancelPolicy(
  deps: AcceptDeps,
  order: CancellationOrder & GivenOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptOrder(deps, order, cancellationBy(order), receipt)
}

export function cancellationBy(order: CancellationOrder): Decide {
  return (policy, now) => {
    const terminationDay = decideCancellation(policy, order, now)
    const termination_date = terminationDay.toString()
    return {
      kind: 'cancellation',
      effectiveDay: terminationDay.add({ days: 1 }),
      change: {
        reason: order.reason,
        termination_date,
        cancelled_by: order.caller.account.kind,
      },
      told: { termination_date },
    }
  }
}

/** Whether a policy may be cancelled as ordered; the day on which it then ends. */
export function decideCancellation(
  policy: Policy,
  order: Pick<CancellationOrder, 'ifMatch' | 'terminationDate'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  assertOrderable('cancellation', policy, order, now)
  return decideTerminationDay(policy, order.terminationDate, now)
}

function decideTerminationDay(
  policy: Policy,
  text: string,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) {
    throw terminationIsNoDate()
  }
  const today = todayIn(policy.timeZone, now)
  const hasBegun = Temporal.PlainDate.compare(policy.startDay, today) <= 0
  if (hasBegun && Temporal.PlainDate.compare(day, policy.startDay) < 0) {
    throw terminationBeforeStart(policy.startDay.toString())
  }
  const lastDay = lastDayAsSold(policy)
  if (lastDay !== null && Temporal.PlainDate.compare(day, lastDay) > 0) {
    throw terminationAfterEnd(lastDay.toString())
  }
  return day
}
