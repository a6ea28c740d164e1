import {
  type PolicyId,
  type PolicyVersionId,
  isId,
  parseDay,
  timestamp,
} from '../../kernel/index.ts'
import type { Reader } from '../../database/index.ts'
import type { ProductDefinition } from '../../products/index.ts'
import {
  type CancellationDetails,
  type Policy,
  type PolicyTimeline,
  namedCancellation,
  selectEndingKnown,
  selectTimeline,
} from '../../policies/index.ts'
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
import { assertNotice, termsFor } from './choose-cancellation.ts'
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
  const definition = await productOf(deps, request)
  const { policyId, ifMatch } = request
  const moved = isId('tpv', ifMatch) ? await readCancellation(deps.db, policyId, ifMatch) : null
  return (policy, now) => decideEndMove(policy, { ...request, moved }, definition, now)
}

/** A cancellation whose end moves, and the terms of its policy. */
interface MovedCancellation {
  readonly details: CancellationDetails
  readonly terms: PolicyTimeline['terms']
}

/** The cancellation that holds under a version; null where none does. */
async function readCancellation(
  db: Reader,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<MovedCancellation | null> {
  const timeline = await selectTimeline(db, versionId)
  if (timeline === undefined || timeline.ending === null) return null
  const ended = await selectEndingKnown(db, policyId, timeline.ending.lastDay, null)
  return ended === undefined ? null : { details: ended.details, terms: timeline.terms }
}

/** Whether the end may move as requested: cover for more days is for whoever may endorse. */
function decideEndMove(
  policy: Policy,
  request: EndMoveRequest & { readonly moved: MovedCancellation | null },
  definition: ProductDefinition,
  now: Temporal.Instant,
): DecidedTransaction {
  assertRequestable(endMove.allowedIn, policy, request, now)
  const { life } = definition
  const { moved } = request
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
  if (!isLater && moved !== null) assertNoticeOf(policy, moved, day, definition)
  const termination_date = day.toString()
  const { cancellation_kind, cancellation_reason_code = null, notice } = moved?.details ?? {}
  return {
    kind: 'end_move',
    effectiveDay: (isLater ? terminationDay : day).add({ days: 1 }),
    details: {
      reason: cancellationReason ?? '',
      termination_date,
      cancelled_by: cancelledBy,
      cancelled_at: timestamp(cancelledAt),
      ...(cancellation_kind !== undefined && { cancellation_kind, cancellation_reason_code }),
      ...(notice !== undefined && { notice }),
    },
    audited: { termination_date },
  }
}

/** An earlier end keeps the notice of the cancellation, counted from its receipt. */
function assertNoticeOf(
  { renews }: Policy,
  { details, terms }: MovedCancellation,
  day: Temporal.PlainDate,
  definition: ProductDefinition,
): void {
  const named = namedCancellation({ details })
  if (named === null || details.notice === undefined) return
  const { notice: rules } = termsFor(definition, named)
  const receivedOn = Temporal.PlainDate.from(details.notice.received_on)
  if (rules.length > 0) assertNotice(rules, { terms, renews, receivedOn }, day)
}
