import type { AccountId } from '../../kernel/index.ts'
import type { LoadedVersion } from '../../products/index.ts'
import type { Quote } from '../../quotes/index.ts'
import { type TermDays, renewTimeline, segmentOn } from '../../timelines/index.ts'
import {
  type Policy,
  type PolicyTimeline,
  type RenewalDetails,
  pick,
  priceOf,
  termEndOf,
} from '../../policies/index.ts'
import type { KindDefinition, PolicyActionRule } from '../kind.ts'
import { allowedInForce } from '../situation.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { fromDayEvent } from './from-day-event.ts'
import { replayedContent } from './replayed-content.ts'

/** Another term follows the last one, at the price that was offered. People accept or decline it before. */
export const renewal: KindDefinition<'renewal'> & PolicyActionRule = {
  allowedIn: allowedInForce('renewed'),
  isOpenTo: ({ policy }) => policy.termLastDay !== null,
  replay: ({ effectiveDay: day, details }, { before, known }) => {
    const contentId = details.content_id ?? segmentOn(before, day).contentId
    const made = replayedContent({ quoteId: details.quote_id, contentId }, known)
    const input = pick(
      made.input,
      details.answers.map((name) => [name]),
    )
    const patch = { input, data: pick(made.data, details.places) }
    return { kind: 'renewal', day, isPriced: true, made, patch }
  },
  stateAfter: (before, { id: versionId }) => ({ ...before, versionId }),
  completed: (about, version) => fromDayEvent('policy.renewed', about, version),
  documents: ['policy'],
  replacesValues: true,
  undoesEnd: false,
  keepsRenewal: true,
}

/** A term that is to follow the last one. */
export interface RenewedTerm {
  readonly days: TermDays
  /** Its price, on the version of the product that it is sold on. */
  readonly quote: Quote
  readonly product: LoadedVersion
  /** The answers and data that it replaces. */
  readonly details: RenewalDetails
  /** Who accepted it; null where nobody had to, or the customer did. */
  readonly requestedBy: AccountId | null
}

export function renewalOf(policy: Policy, renewed: RenewedTerm): SystemTransaction {
  const { details, days, requestedBy } = renewed
  const apply = (before: PolicyTimeline) => applyRenewal(policy, before, renewed)
  return { kind: 'renewal', details, effectiveDay: days.firstDay, requestedBy, apply }
}

/** What a renewal makes of a policy: its timeline, and what its row says of its term. */
export function applyRenewal(
  policy: Policy,
  before: PolicyTimeline,
  { days, quote, product, details }: Omit<RenewedTerm, 'requestedBy'>,
) {
  const isOpen = before.terms.at(-1)?.isOpen ?? false
  const end = termEndOf(
    product.definition.renewal,
    {
      number: before.terms.length + 1,
      firstDay: days.firstDay,
      endDay: isOpen ? null : days.lastDay,
    },
    policy.timeZone,
  )
  const { productVersionId, integrationVersionId, planId } = quote
  const frequency = product.plans.get(planId)?.frequency ?? null
  const sold = { ...days, isOpen: end.endDay === null, planId, frequency }
  const { contentId } = segmentOn(before, days.firstDay)
  const timeline = renewTimeline(before, sold, {
    quoteId: quote.id,
    price: priceOf(quote),
    contentId: details.content_id ?? contentId,
  })
  return { timeline, term: { productVersionId, integrationVersionId, ...end } }
}
