import type { Moment, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { resumeTimeline, suspendTimeline } from '../timelines/index.ts'
import { moveOn } from './move-on.ts'
import type { Policy } from './policy.ts'

/** Takes the cover of a policy from a day on. Its price stays: whoever pays has it back. */
export async function suspendPolicy(
  deps: Parameters<typeof moveOn>[0],
  tx: Transaction,
  policy: Policy,
  day: Temporal.PlainDate,
  moment: Moment,
): Promise<PolicyVersionId> {
  return moveOn(
    deps,
    tx,
    policy,
    {
      kind: 'suspension',
      change: {},
      effectiveDay: day,
      lay: (before) => suspendTimeline(before, day),
    },
    moment,
  )
}

/** Gives it back from a day on: the day of the payment, or the one on which it was taken by mistake. */
export async function resumePolicy(
  deps: Parameters<typeof moveOn>[0],
  tx: Transaction,
  policy: Policy,
  day: Temporal.PlainDate,
  moment: Moment,
): Promise<PolicyVersionId> {
  return moveOn(
    deps,
    tx,
    policy,
    {
      kind: 'resumption',
      change: {},
      effectiveDay: day,
      lay: (before) => resumeTimeline(before, day),
    },
    moment,
  )
}
