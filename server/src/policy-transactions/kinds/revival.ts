import type { Reader } from '../../database/index.ts'
import { reviveTimeline } from '../../timelines/index.ts'
import { type Policy, selectPolicyVersion, timelineOf } from '../../policies/index.ts'
import type { KindDefinition } from '../kind.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { stateAfterUndoing } from './ended.ts'
import { fromDayEvent } from './from-day-event.ts'

/**
 * The premium was paid after a lapse, within the time that the law leaves: the lapse is void. Until the day
 * of the payment there is no cover, and the premium is owed. Where the notice had not arrived, the lapse is
 * void from its first day on.
 */
export const revival: KindDefinition<'revival'> = {
  replay: ({ effectiveDay: day }) => ({ kind: 'revival', day }),
  stateAfter: (_, version, __, ending) => stateAfterUndoing(version, ending),
  completed: (about, version) => fromDayEvent('policy.revived', about, version),
  // The dunning letter about it reports it.
  documents: [],
  replacesValues: false,
  undoesEnd: true,
  keepsRenewal: false,
}

/** Revives a policy whose active version is a lapse, with cover from this day on. */
export async function revivalFrom(
  db: Reader,
  policy: Policy,
  day: Temporal.PlainDate,
): Promise<SystemTransaction> {
  const lapse = await selectPolicyVersion(db, policy.id, policy.versionId)
  if (lapse?.kind !== 'lapse' || lapse.basedOn === null) {
    throw new Error(`policy ${policy.id} has not lapsed`)
  }
  const held = await timelineOf(db, lapse.basedOn)
  return {
    kind: 'revival',
    details: {},
    effectiveDay: day,
    requestedBy: null,
    apply: () => ({ timeline: reviveTimeline(held, lapse.effectiveDay, day) }),
  }
}
