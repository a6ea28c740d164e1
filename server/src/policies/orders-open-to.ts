import type { Caller } from '../identity/index.ts'
import type { LifeSettings } from '../products/index.ts'
import { mayChange } from './may-change.ts'
import type { Policy } from './policy.ts'
import { type OrderKind, orderKinds, possibleOrders, situationAt } from './possible-orders.ts'

/** What this caller may order of the policy now: the table, and who may. */
export function ordersOpenTo(
  caller: Caller,
  policy: Policy,
  life: LifeSettings,
  now: Temporal.Instant,
): OrderKind[] {
  const situation = situationAt(policy, now)
  return orderKinds.filter(
    (kind) => possibleOrders[kind][situation] === null && isTheirs(kind, caller, life),
  )
}

function isTheirs(kind: OrderKind, caller: Caller, life: LifeSettings): boolean {
  switch (kind) {
    case 'cancellation':
      return true
    case 'change':
      return mayChange(caller, life)
    case 'correction':
      return caller.account.kind === 'insurer' && life.backdateDays > 0
  }
}
