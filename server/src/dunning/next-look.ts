import { startOfDay } from '../kernel/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import type { Policy } from '../policies/index.ts'
import type { DunningCase } from './dunning-case.ts'

/** When a case is looked at again. */
export function nextLook(
  { id: policyId, clockId, timeZone }: Policy,
  { id: key }: DunningCase,
  day: Temporal.PlainDate,
): Deadline {
  return { policyId, clockId, kind: 'dunning', key, dueAt: startOfDay(day, timeZone) }
}
