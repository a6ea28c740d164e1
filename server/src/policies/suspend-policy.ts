import type { Moment, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { resumeTimeline, suspendTimeline } from '../timelines/index.ts'
import { moveOn } from './move-on.ts'
import type { Policy } from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'

/** Takes the cover of a policy from a day on. Its price stays: whoever pays has it back. */
export const suspendPolicy = fromDayOn('suspension', suspendTimeline)

/** Gives it back from a day on: the day of the payment, or the one on which it was taken by mistake. */
export const resumePolicy = fromDayOn('resumption', resumeTimeline)

function fromDayOn(
  kind: 'suspension' | 'resumption',
  lay: (before: PolicyTimeline, day: Temporal.PlainDate) => PolicyTimeline,
) {
  return async (
    tx: Transaction,
    policy: Policy,
    day: Temporal.PlainDate,
    moment: Moment,
  ): Promise<PolicyVersionId> =>
    moveOn(
      tx,
      policy,
      { kind, change: {}, effectiveDay: day, lay: (before) => lay(before, day) },
      moment,
    )
}
