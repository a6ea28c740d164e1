import { parseDay, timestamp } from '../../kernel/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { RequestedKindDefinition } from '../kind.ts'
import {
  coverIsOver,
  endStays,
  modificationInProgress,
  noEndToMove,
  policyWithdrawn,
  terminationIsNoDate,
} from '../reasons.ts'
import {
  type Decide,
  type DecideDeps,
  type DecidedTransaction,
  type TransactionRequest,
  assertRequestable,
  productOf,
} from '../request.ts'
import { assertMayEndorse } from './endorsement/may-endorse.ts'
import { lastDayOf } from './ended.ts'
import { replayDays } from './replay-days.ts'
import { assertTerminationDay } from './termination-day.ts'

/** The last day of a policy that was cancelled for later becomes another one. */
export const endMove: RequestedKindDefinition<'end_move'> = {
  allowedIn: {
    offered: noEndToMove,
    in_force: noEndToMove,
    ending: null,
    in_progress: modificationInProgress,
    cancelled: coverIsOver,
    withdrawn: (id) => policyWithdrawn(id, 'given another end'),
    expired: noEndToMove,
  },
  isOpenTo: () => true,
  statusesBefore: ['cancelled'],
  isPaidInFull: false,
  apply: async (_, input) => ({
    timeline: await replayDays(input),
    contents: [],
    conflicts: [],
  }),
  // The days after it are paid for by the rule of the cancellation.
  replay: ({ id, details }, { before }) => {
    if (before.ending === null) throw new Error(`version ${id} moves no end`)
    return { kind: 'end_move', lastDay: lastDayOf(details), rule: before.ending.rule }
  },
  stateAfter: (before, { id: versionId, details }) => ({
    ...before,
    versionId,
    terminationDay: lastDayOf(details),
  }),
  events: { requested: 'policy.end_move_requested', failed: 'policy.end_move_failed' },
  proposed: (about, { details: { termination_date } }, due) => ({
    type: 'policy.end_move_proposed',
    about,
    data: { ...due, termination_date },
  }),
  completed: (about, { id: version_id, details: { termination_date } }) => [
    { type: 'policy.end_moved', about, data: { version_id, termination_date } },
  ],
  documents: ['cancellation'],
  replacesValues: false,
  undoesEnd: false,
  keepsRenewal: true,
}

export interface EndMoveRequest extends TransactionRequest {
  readonly terminationDate: string
}

export async function endMoveBy(deps: DecideDeps, request: EndMoveRequest): Promise<Decide> {
  const { life } = await productOf(deps, request)
  return (policy, now) => decideEndMove(policy, request, life, now)
}

/** Whether the end may move as requested: cover for more days is for whoever may endorse. */
function decideEndMove(
  policy: Policy,
  request: EndMoveRequest,
  life: LifeSettings,
  now: Temporal.Instant,
): DecidedTransaction {
  assertRequestable(endMove.allowedIn, policy, request, now)
  const { terminationDay, cancelledAt, cancelledBy, cancellationReason } = policy
  if (terminationDay === null || cancelledAt === null) {
    throw new Error(`policy ${policy.id} was cancelled without a day`)
  }
  const day = parseDay(request.terminationDate)
  if (day === null) throw terminationIsNoDate()
  if (day.equals(terminationDay)) throw endStays(policy.id, day.toString())
  const isLater = Temporal.PlainDate.compare(day, terminationDay) > 0
  if (isLater) assertMayEndorse(request.caller, life)
  assertTerminationDay(policy, { day, caller: request.caller }, life, now)
  const termination_date = day.toString()
  return {
    kind: 'end_move',
    effectiveDay: (isLater ? terminationDay : day).add({ days: 1 }),
    details: {
      reason: cancellationReason ?? '',
      termination_date,
      cancelled_by: cancelledBy,
      cancelled_at: timestamp(cancelledAt),
    },
    audited: { termination_date },
  }
}
