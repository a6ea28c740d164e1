import type { RequestedKindDefinition } from '../../kind.ts'
import { adjustmentNotDeclared, adjustmentNotPermitted, policyExpired } from '../../reasons.ts'
import { allowedUntilEnd } from '../../situation.ts'
import { fromDayEvent } from '../from-day-event.ts'
import { replayValues } from '../replay-values.ts'

/** What was declared after a term replaces the estimates of the term, and with them its price. */
export const adjustment: RequestedKindDefinition<'adjustment'> = {
  allowedIn: { ...allowedUntilEnd('adjusted'), cancelled: null, expired: null },
  isOpenTo: ({ caller, policy, life }) =>
    caller.account.kind === 'insurer' && life.adjustment !== null && policy.issuedAt !== null,
  whyClosed: ({ caller, policy }) => {
    if (caller.account.kind !== 'insurer') return adjustmentNotPermitted()
    // An offer that was never paid is expired as well.
    if (policy.issuedAt === null) return policyExpired(policy.id, 'adjusted')
    return adjustmentNotDeclared(policy.id)
  },
  statusesBefore: ['paid', 'cancelled', 'expired'],
  isPaidInFull: false,
  apply: (_, input) => replayValues(input),
  replay: ({ effectiveDay: day, details }) => ({
    kind: 'adjustment',
    day,
    lastDay: details.last_day === null ? null : Temporal.PlainDate.from(details.last_day),
    input: details.answers,
  }),
  stateAfter: (before, { id: versionId }) => ({ ...before, versionId }),
  events: { requested: 'policy.adjustment_requested', failed: 'policy.adjustment_failed' },
  proposed: null,
  isInvoicedAtOnce: true,
  completed: (about, version) => fromDayEvent('policy.adjusted', about, version),
  documents: ['adjustment'],
  replacesValues: true,
  undoesEnd: false,
  keepsRenewal: true,
}
