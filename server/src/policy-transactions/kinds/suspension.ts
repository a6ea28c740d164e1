import { resumeTimeline, suspendTimeline } from '../../timelines/index.ts'
import type { PolicyTimeline } from '../../policies/index.ts'
import type { KindDefinition } from '../kind.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { fromDayEvent } from './from-day-event.ts'

type CoverKind = 'suspension' | 'resumption'

/** Cover stops from a day on while the premium is unpaid. The price stays: cover resumes on payment. */
export const suspension = definitionOf('suspension', 'policy.suspended')
export const suspensionFrom = transactionOf('suspension', suspendTimeline)

/** Cover resumes: from the day of the payment, or from the day of a suspension made by mistake. */
export const resumption = definitionOf('resumption', 'policy.resumed')
export const resumptionFrom = transactionOf('resumption', resumeTimeline)

function definitionOf<Kind extends CoverKind>(
  kind: Kind,
  type: 'policy.suspended' | 'policy.resumed',
): KindDefinition<Kind> {
  return {
    replay: ({ effectiveDay: day }) => ({ kind, day }),
    stateAfter: (before, { id: versionId }) => ({ ...before, versionId }),
    completed: (about, version) => fromDayEvent(type, about, version),
    // The dunning letter about it reports it.
    documents: [],
    replacesValues: false,
    undoesEnd: false,
    keepsRenewal: false,
  }
}

function transactionOf(
  kind: CoverKind,
  apply: (before: PolicyTimeline, day: Temporal.PlainDate) => PolicyTimeline,
): (day: Temporal.PlainDate) => SystemTransaction {
  return (day) => ({
    kind,
    details: {},
    effectiveDay: day,
    requestedBy: null,
    apply: (before) => ({ timeline: apply(before, day) }),
  })
}
