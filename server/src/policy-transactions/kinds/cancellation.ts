import { parseDay } from '../../kernel/index.ts'
import { endTimeline } from '../../timelines/index.ts'
import type { Policy } from '../../policies/index.ts'
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
    const rule = endingRuleOf(product.definition)
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
}

export async function cancellationBy(
  deps: DecideDeps,
  request: CancellationRequest,
): Promise<Decide> {
  const { life } = await productOf(deps, request)
  return (policy, now) => {
    const terminationDay = decideCancellation(policy, request, life, now)
    const termination_date = terminationDay.toString()
    return {
      kind: 'cancellation',
      effectiveDay: terminationDay.add({ days: 1 }),
      details: {
        reason: request.reason,
        termination_date,
        cancelled_by: request.caller.account.kind,
      },
      audited: { termination_date },
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
