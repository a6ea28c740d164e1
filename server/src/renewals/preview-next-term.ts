import {
  type Clock,
  type JsonObject,
  type Moment,
  type PlanId,
  deepMerge,
  startOfDay,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import type { Charged } from '../ledger/index.ts'
import { type Policy, type PolicyTimeline, findPolicy, readBilled } from '../policies/index.ts'
import {
  type TransactionRequest,
  applyRenewal,
  assertActionRequestable,
} from '../policy-transactions/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import { assertPlanPriced } from './choose-plan.ts'
import { previewNext, rowOf, stateKept } from './preview-next.ts'
import type { PreviewRenewalDeps } from './preview-renewal.ts'
import { notToBeRenewed, nothingToRetry, renewalDeclined, renewalTooLate } from './reasons.ts'
import { assertNextTermOpen, checkNextTerm } from './endorsements/check-next-term.ts'
import { type GivenForTerm, type Renewal, isRetried, nothingGiven } from './renewal.ts'
import { selectRenewal } from './renewal-store.ts'

/** A renewal that is looked at: as it stands, or with what would be given for the next term. */
export interface RenewalRequest extends TransactionRequest {
  readonly answers: JsonObject
  readonly data: JsonObject
  /** The payment plan that would be chosen; null for the one that is offered. */
  readonly planId: PlanId | null
  /** What would be endorsed for the next term; null where nothing is. */
  readonly endorsed: GivenForTerm | null
}

/** The next term of a policy as it would be. */
export interface NextTerm {
  readonly policy: Policy
  readonly moment: Moment
  readonly charged: Charged
  readonly before: PolicyTimeline
  /** The same as before where it has no price. */
  readonly after: PolicyTimeline
  readonly renewal: Renewal
  /** Its price; null where it has none. */
  readonly quote: Quote | null
  /** The version that it is sold on. */
  readonly product: LoadedVersion
  /** Whether it may be priced otherwise: it is not offered so yet. */
  readonly isEstimate: boolean
}

/**
 * What the next term of a policy would be, were it priced now: refused where nobody could decide on it
 * any more. An offered renewal is shown as it was offered. Nothing is written.
 */
export async function previewNextTerm(
  deps: PreviewRenewalDeps & { readonly db: Database; readonly clock: Clock },
  request: RenewalRequest,
): Promise<NextTerm> {
  const policy = await findPolicy(deps.db, request.caller, request.policyId, deps.clock())
  const moment = await momentOfTransaction(deps.db, deps.clock, policy)
  assertActionRequestable('renewal', policy, request, moment.now)
  const { id, termLastDay, timeZone } = policy
  if (termLastDay === null) throw notToBeRenewed(id)
  const firstDay = termLastDay.add({ days: 1 })
  const begins = startOfDay(firstDay, timeZone)
  if (Temporal.Instant.compare(begins, moment.now) <= 0) {
    throw renewalTooLate(id, firstDay.toString())
  }
  const row = (await selectRenewal(deps.db, id, firstDay)) ?? null
  if (row?.state === 'declined') throw renewalDeclined(id)
  const given = givenBy(request, row)
  const { endorsed } = request
  if (endorsed !== null) {
    await assertNextTermOpen(deps, request.caller, policy, moment)
    await checkNextTerm(deps, policy, firstDay, endorsed, moment)
  }
  const { timeline: before, charged } = await readBilled(deps.db, policy)
  const previewed = await previewNext(
    deps,
    { policy, row, given, endorsed: endorsed ?? undefined },
    moment,
  )
  const product = await deps.catalogue.version(previewed.productVersionId)
  if (product === undefined) throw new Error(`version ${previewed.productVersionId} is gone`)
  if (request.planId !== null) assertPlanPriced(previewed, request.planId)
  const found = rowOf(policy, row, previewed)
  const isOffered = row?.state === 'offered' || row?.state === 'accepted'
  const isEstimate = !isOffered || endorsed !== null
  const seen = { policy, moment, charged, before, product, isEstimate }
  const { outcome } = previewed
  if (outcome.state !== 'priced') return { ...seen, after: before, renewal: found, quote: null }
  const { quote, answers, places } = outcome
  // What is endorsed for the next term voids an acceptance.
  const state = (endorsed === null && stateKept(row, found, outcome.isKept)) || 'offered'
  const says = { answers, places, content_id: null, quote_id: quote.id }
  const applied = applyRenewal(policy, before, {
    days: previewed.days,
    quote,
    product,
    details: says,
  })
  return { ...seen, after: applied.timeline, renewal: { ...found, state }, quote }
}

/** What is given anew is taken where a retry would take it. */
function givenBy(
  { policyId, answers, data, planId }: RenewalRequest,
  row: Renewal | null,
): GivenForTerm {
  const given = { ...(row?.given ?? nothingGiven), ...(planId !== null && { planId }) }
  if (Object.keys(answers).length === 0 && Object.keys(data).length === 0) return given
  if (row === null || !isRetried(row)) throw nothingToRetry(policyId, row?.state ?? 'scheduled')
  return {
    ...given,
    answers: deepMerge(given.answers, answers),
    data: deepMerge(given.data, data),
  }
}
