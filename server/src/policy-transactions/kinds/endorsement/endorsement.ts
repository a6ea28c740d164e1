import { differingPaths } from '../../../kernel/index.ts'
import { segmentOn } from '../../../timelines/index.ts'
import { pick } from '../../../policies/index.ts'
import type { PolicyActionRule, RequestedKindDefinition } from '../../kind.ts'
import { endorsementNotPermitted } from '../../reasons.ts'
import { allowedUntilEnd } from '../../situation.ts'
import { backdateDaysOf } from '../backdating.ts'
import { fromDayEvent } from '../from-day-event.ts'
import { replayedContent } from '../replayed-content.ts'
import { applyEndorsement } from './apply-endorsement.ts'
import { mayEndorse } from './may-endorse.ts'

/** Answers, the customer, policy data or the payment plan change from a day on, and with them the price. */
export const endorsement: RequestedKindDefinition<'endorsement'> = {
  allowedIn: allowedUntilEnd('endorsed'),
  isOpenTo: ({ caller, life }) => mayEndorse(caller, life),
  whyClosed: () => endorsementNotPermitted(),
  statusesBefore: ['paid', 'cancelled'],
  isPaidInFull: false,
  apply: applyEndorsement,
  replay: ({ effectiveDay: day, details }, { before, known }) => {
    const held = segmentOn(before, day)
    const quoteId = details.quote_id ?? held.quoteId
    const made = replayedContent(
      { quoteId, contentId: details.content_id ?? held.contentId },
      known,
    )
    const base = replayedContent(held, known)
    const isPriced = details.quote_id !== null
    const input = isPriced ? pick(made.input, differingPaths(base.input, made.input)) : {}
    const patch = { input, data: pick(made.data, details.places) }
    const { plan_answers: planAnswers } = details
    return { kind: 'endorsement', day, isPriced, made, patch, ...(planAnswers && { planAnswers }) }
  },
  stateAfter: (before, { id: versionId }) => ({ ...before, versionId }),
  events: { requested: 'policy.endorsement_requested', failed: 'policy.endorsement_failed' },
  proposed: (about, { effectiveDay }, due) => ({
    type: 'policy.endorsement_proposed',
    about,
    data: { ...due, effective_date: effectiveDay.toString() },
  }),
  completed: (about, version) => fromDayEvent('policy.endorsed', about, version),
  documents: ['policy', 'endorsement'],
  replacesValues: true,
  undoesEnd: false,
  keepsRenewal: false,
}

/** An endorsement that counts from a day in the past. */
export const correction: PolicyActionRule = {
  allowedIn: allowedUntilEnd('corrected'),
  isOpenTo: ({ caller, life }) => mayEndorse(caller, life) && backdateDaysOf(caller, life) > 0,
  whyClosed: () => endorsementNotPermitted(),
}
