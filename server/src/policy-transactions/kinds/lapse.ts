import { endTimeline } from '../../timelines/index.ts'
import type { KindDefinition } from '../kind.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { cancelledEvent, endedStep, stateAfterEnd } from './ended.ts'

/** A policy that was not paid for ends: like a cancellation, but nobody requests it. */
export const lapse: KindDefinition<'lapse'> = {
  replay: endedStep,
  stateAfter: stateAfterEnd,
  completed: cancelledEvent,
  // The dunning letter about it reports it.
  documents: [],
  replacesValues: false,
  undoesEnd: false,
  keepsRenewal: false,
}

/** Stands where a cancellation has the reason that the customer gave. */
const lapseReason = 'The premium was not paid.'

/** How a contract lapses. */
export interface LapseTerms {
  /** The last day of the contract, and of its cover unless that was suspended before. */
  readonly lastDay: Temporal.PlainDate
  /** Whether nothing is owed for the suspension that it ends with. */
  readonly waivesSuspension: boolean
}

/** It is always pro rata. */
export function lapseAfter({ lastDay, waivesSuspension }: LapseTerms): SystemTransaction {
  const rule = { method: 'pro_rata', ...(waivesSuspension && { waivesSuspension }) } as const
  return {
    kind: 'lapse',
    details: {
      reason: lapseReason,
      termination_date: lastDay.toString(),
      cancelled_by: 'system',
      cancellation_kind: 'system',
      cancellation_reason_code: 'non_payment',
    },
    effectiveDay: lastDay.add({ days: 1 }),
    requestedBy: null,
    apply: (before) => ({ timeline: endTimeline(before, lastDay, rule) }),
  }
}
