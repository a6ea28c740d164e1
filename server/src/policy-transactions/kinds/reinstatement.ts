import { isId, todayIn } from '../../kernel/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import { type Policy, endBeforeLapse, isEnding, lastDayAsSold } from '../../policies/index.ts'
import type { RequestedKindDefinition } from '../kind.ts'
import {
  endorsementNotPermitted,
  modificationInProgress,
  notCancelled,
  policyWithdrawn,
  tooLateToReinstate,
} from '../reasons.ts'
import {
  type Decide,
  type DecideDeps,
  type DecidedTransaction,
  type TransactionRequest,
  assertRequestable,
  productOf,
} from '../request.ts'
import { stateAfterUndoing } from './ended.ts'
import { assertMayEndorse, mayEndorse } from './endorsement/may-endorse.ts'
import { replayDays } from './replay-days.ts'

/** A cancelled policy is in force again, with or without cover for the days between. */
export const reinstatement: RequestedKindDefinition<'reinstatement'> = {
  allowedIn: {
    offered: notCancelled,
    in_force: notCancelled,
    ending: null,
    in_progress: modificationInProgress,
    cancelled: null,
    withdrawn: (id) => policyWithdrawn(id, 'reinstated'),
    expired: notCancelled,
  },
  isOpenTo: ({ caller, policy, life, endsOn, now }) =>
    mayEndorse(caller, life) && isInTime(policy, life, endsOn, now),
  whyClosed: ({ caller, policy, life, endsOn }) => {
    const { id, terminationDay } = policy
    if (!mayEndorse(caller, life) || terminationDay === null) return endorsementNotPermitted()
    return tooLateToReinstate(
      id,
      reinstatableUntil(policy, terminationDay, life, endsOn).toString(),
    )
  },
  statusesBefore: ['cancelled'],
  isPaidInFull: true,
  apply: async (_, input) => ({
    timeline: await replayDays(input),
    contents: [],
    conflicts: [],
  }),
  replay: ({ effectiveDay: day, details: { gap_until: until, resumes_cover: resumesCover } }) => ({
    kind: 'reinstatement',
    day,
    resumesCover,
    gapUntil: until === null ? null : Temporal.PlainDate.from(until),
  }),
  stateAfter: (_, version, __, ending) => stateAfterUndoing(version, ending),
  events: { requested: 'policy.reinstatement_requested', failed: 'policy.reinstatement_failed' },
  proposed: (about, { details: { gap_until } }, due) => ({
    type: 'policy.reinstatement_proposed',
    about,
    data: { ...due, gap_until },
  }),
  completed: (about, { id: version_id, details: { gap_until } }) => [
    { type: 'policy.reinstated', about, data: { version_id, gap_until } },
  ],
  documents: ['policy', 'reinstatement'],
  replacesValues: false,
  undoesEnd: true,
  keepsRenewal: false,
}

export interface ReinstatementRequest extends TransactionRequest {
  /** Whether the days since the last day of cover stay without cover, and cost nothing. */
  readonly hasGap: boolean
}

export async function reinstatementBy(
  deps: DecideDeps,
  request: ReinstatementRequest,
): Promise<Decide> {
  const { life } = await productOf(deps, request)
  assertMayEndorse(request.caller, life)
  const { policyId, ifMatch } = request
  const endsOn = isId('tpv', ifMatch) ? await endBeforeLapse(deps.db, policyId, ifMatch) : null
  return (policy, now) => decideReinstatement(policy, { ...request, endsOn }, life, now)
}

/** Whether a policy may be reinstated as requested, and which days it then was without cover. */
function decideReinstatement(
  policy: Policy,
  request: Pick<ReinstatementRequest, 'ifMatch' | 'hasGap'> & {
    readonly endsOn: Temporal.PlainDate | null
  },
  life: LifeSettings,
  now: Temporal.Instant,
): DecidedTransaction {
  assertRequestable(reinstatement.allowedIn, policy, request, now)
  const lastDay = policy.terminationDay
  if (lastDay === null) throw new Error(`policy ${policy.id} was cancelled without a day`)
  const today = todayIn(policy.timeZone, now)
  const until = reinstatableUntil(policy, lastDay, life, request.endsOn)
  if (isBefore(until, today)) throw tooLateToReinstate(policy.id, until.toString())
  const yesterday = today.subtract({ days: 1 })
  const gapUntil = request.hasGap && isBefore(lastDay, yesterday) ? yesterday.toString() : null
  const dayAfter = lastDay.add({ days: 1 })
  // Suspended cover resumes on the day on which all is paid, and not when it was to end.
  const isSuspended = policy.suspendedSince !== null && isBefore(today, dayAfter)
  return {
    kind: 'reinstatement',
    effectiveDay: isSuspended ? today : dayAfter,
    details: { gap_until: gapUntil, resumes_cover: !isEnding(policy, now) },
    audited: { gap_until: gapUntil },
  }
}

/**
 * The last day on which it can be requested: within the product's days, within the term, and not after a
 * day for which it had been cancelled before. The days count from the last day of cover, and after a lapse
 * from the day before it: cover may have ended long before.
 */
function reinstatableUntil(
  policy: Pick<Policy, 'endDay' | 'termLastDay' | 'cancelledAt' | 'cancelledBy' | 'timeZone'>,
  lastDay: Temporal.PlainDate,
  { reinstatementDays }: LifeSettings,
  endsOn: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const inWindow = sinceDay(policy, lastDay).add({ days: reinstatementDays })
  return earlier(earlier(inWindow, lastDayAsSold(policy)), endsOn)
}

function sinceDay(
  { cancelledAt, cancelledBy, timeZone }: Pick<Policy, 'cancelledAt' | 'cancelledBy' | 'timeZone'>,
  lastDay: Temporal.PlainDate,
): Temporal.PlainDate {
  if (cancelledBy !== 'system' || cancelledAt === null) return lastDay
  const before = todayIn(timeZone, cancelledAt).subtract({ days: 1 })
  return isBefore(lastDay, before) ? before : lastDay
}

function isInTime(
  policy: Policy,
  life: LifeSettings,
  endsOn: Temporal.PlainDate | null,
  now: Temporal.Instant,
): boolean {
  const { terminationDay, timeZone } = policy
  if (terminationDay === null) return false
  return !isBefore(reinstatableUntil(policy, terminationDay, life, endsOn), todayIn(timeZone, now))
}

function earlier(day: Temporal.PlainDate, other: Temporal.PlainDate | null): Temporal.PlainDate {
  return other !== null && isBefore(other, day) ? other : day
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
