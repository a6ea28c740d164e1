import { todayIn } from '../kernel/index.ts'
import type { Viewer } from '../identity/index.ts'
import type { LifeSettings } from '../products/index.ts'
import { mayChange } from './may-change.ts'
import type { Policy } from './policy.ts'
import { type OrderKind, orderKinds, possibleOrders, situationAt } from './possible-orders.ts'
import { reinstatableUntil } from './reinstate-policy.ts'

/** What this caller may order of the policy now: the table, and who may. */
export function ordersOpenTo(
  caller: Viewer,
  policy: Policy,
  life: LifeSettings,
  now: Temporal.Instant,
): OrderKind[] {
  const situation = situationAt(policy, now)
  return orderKinds.filter(
    (kind) =>
      possibleOrders[kind][situation] === null &&
      isTheirs(kind, caller, life) &&
      (kind !== 'reinstatement' || isInTime(policy, life, now)) &&
      (kind !== 'renewal' || policy.termLastDay !== null),
  )
}

function isTheirs(kind: OrderKind, caller: Viewer, life: LifeSettings): boolean {
  switch (kind) {
    case 'cancellation':
    case 'renewal':
      return true
    case 'change':
    case 'reinstatement':
      return mayChange(caller, life)
    case 'correction':
      return caller.account.kind === 'insurer' && life.backdateDays > 0
  }
}

function isInTime(policy: Policy, life: LifeSettings, now: Temporal.Instant): boolean {
  const { terminationDay, timeZone } = policy
  if (terminationDay === null) return false
  const until = reinstatableUntil(policy, terminationDay, life)
  return Temporal.PlainDate.compare(todayIn(timeZone, now), until) <= 0
}
