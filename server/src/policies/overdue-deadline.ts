import { startOfDay } from '../kernel/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Policy } from './policy.ts'

/** When to look whether an invoice is overdue: on the day after the one on which it is due. */
export function overdueDeadline(
  { id: policyId, clockId, timeZone }: Pick<Policy, 'id' | 'clockId' | 'timeZone'>,
  { id, dueDay }: Pick<Invoice, 'id' | 'dueDay'>,
  /** No later than which it is due; from today on where that is known only now. */
  today: Temporal.PlainDate,
): Deadline {
  const last = Temporal.PlainDate.compare(dueDay, today) < 0 ? today : dueDay
  const dueAt = startOfDay(last.add({ days: 1 }), timeZone)
  return { policyId, clockId, kind: 'dunning', key: `overdue ${id}`, dueAt }
}
