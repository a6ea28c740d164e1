import { isId, parseDay } from '../../kernel/index.ts'
import { endTimeline } from '../../timelines/index.ts'
import { type Policy, namedCancellation, selectTimeline } from '../../policies/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import type { RequestedKindDefinition } from '../kind.ts'
import { alreadyCancelled, terminationIsNoDate } from '../reasons.ts'
import {
  type Decide,
  type DecideDeps,
  type TransactionRequest,
  assertRequestable,
  productOf,
} from '../request.ts'
import { allowedInForce } from '../situation.ts'
import { type RequestedTerms, chooseCancellation } from './choose-cancellation.ts'
import { cancelledEvent, endedStep, lastDayOf, stateAfterEnd } from './ended.ts'
import { endingRuleOf } from './ending-rule.ts'
import { assertTerminationDay } from './termination-day.ts'

/** Cover ends after a last day, and the premium of the days after it is given back by the product's rule. */
export const cancellation: RequestedKindDefinition<'cancellation'> = {
  allowedIn: {
    ...allowedInForce('cancelled'),
    ending: alreadyCancelled,
    cancelled: alreadyCancelled,
    withdrawn: alreadyCancelled,
  },
  isOpenTo: () => true,
  statusesBefore: ['paid'],
  isPaidInFull: false,
  apply: (_, { version, product, before }) => {
    const rule = endingRuleOf(product.definition, namedCancellation(version))
    const lastDay = lastDayOf(version.details)
    return { timeline: endTimeline(before, lastDay, rule), contents: [], conflicts: [] }
  },
  replay: endedStep,
  stateAfter: stateAfterEnd,
  events: { requested: 'policy.cancellation_requested', failed: 'policy.cancellation_failed' },
  proposed: null,
  completed: cancelledEvent,
  documents: ['cancellation'],
  replacesValues: false,
  undoesEnd: false,
  keepsRenewal: false,
}

export interface CancellationRequest extends TransactionRequest {
  readonly reason: string
  readonly terminationDate: string
  readonly requested: RequestedTerms
}

export async function cancellationBy(
  deps: DecideDeps,
  request: CancellationRequest,
): Promise<Decide> {
  const { caller, ifMatch, requested } = request
  const definition = await productOf(deps, request)
  // A version never changes: its terms are those of the policy once that version is found active.
  const isKnown = requested.kind !== null && isId('tpv', ifMatch)
  const { terms = [] } = (isKnown && (await selectTimeline(deps.db, ifMatch))) || {}
  return (policy, now) => {
    const day = decideCancellation(policy, request, definition.life, now)
    const asked = { policy, day, caller, requested, terms }
    const { notice, ...why } = chooseCancellation(asked, definition, now)
    const termination_date = day.toString()
    return {
      kind: 'cancellation',
      effectiveDay: day.add({ days: 1 }),
      details: {
        reason: request.reason,
        termination_date,
        cancelled_by: caller.account.kind,
        ...why,
        ...(notice !== undefined && { notice }),
      },
      audited: { termination_date, ...why },
    }
  }
}

/** Whether a policy may be cancelled as requested; the day on which it then ends. */
export function decideCancellation(
  policy: Policy,
  request: Pick<CancellationRequest, 'ifMatch' | 'terminationDate' | 'caller'>,
  life: LifeSettings,
  now: Temporal.Instant,
): Temporal.PlainDate {
  assertRequestable(cancellation.allowedIn, policy, request, now)
  const day = parseDay(request.terminationDate)
  if (day === null) throw terminationIsNoDate()
  assertTerminationDay(policy, { day, caller: request.caller }, life, now)
  return day
}
