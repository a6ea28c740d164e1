import { type Moment, type PlanId, mintId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { insertContents, knownFrom } from '../policies/index.ts'
import { planNotFound } from '../products/index.ts'
import { type Quote, type SaveQuote, mintQuoteToken } from '../quotes/index.ts'
import type { FoundRenewal } from './find-renewal.ts'
import { previewNext, rowOf } from './preview-next.ts'
import type { PreviewRenewalDeps, PreviewedRenewal, RenewalOutcome } from './preview-renewal.ts'
import { renewalPlanNotPossible } from './reasons.ts'
import { type Renewal, nothingGiven } from './renewal.ts'

export interface ChoosePlanDeps extends PreviewRenewalDeps {
  readonly saveQuote: SaveQuote
}

/** The next term with a payment plan that was chosen for it. */
export interface ChosenTerm {
  readonly renewal: Renewal
  readonly quote: Quote
  /** Writes the data that the term has and the policy has not. */
  readonly write: (tx: Queryable) => Promise<void>
}

/**
 * Prices the next term with another payment plan, on the version that was offered. Outside of any
 * database transaction: a rater may be asked. It is written by whoever accepts it.
 */
export async function choosePlan(
  deps: ChoosePlanDeps,
  { policy, renewal }: FoundRenewal,
  planId: PlanId,
  moment: Moment,
): Promise<ChosenTerm> {
  const given = { ...(renewal?.given ?? nothingGiven), planId }
  const previewed = await previewNext(deps, { policy, row: renewal, given }, moment)
  const { quote, isKept, known } = assertPlanPriced(previewed, planId)
  if (!isKept) {
    // Nobody is given its token.
    await deps.saveQuote({ quote, secretHash: mintQuoteToken(quote.id).secretHash }, null)
  }
  const content = known && {
    id: mintId('pco', moment),
    policyId: policy.id,
    ...knownFrom(known),
  }
  return {
    renewal: {
      ...renewal,
      ...rowOf(policy, renewal, previewed),
      tokenHash: renewal?.tokenHash ?? null,
      offeredAt: renewal?.offeredAt ?? null,
      given,
      contentId: content?.id ?? null,
    },
    quote,
    write: async (tx) => {
      if (content !== null) await insertContents(tx, [content])
    },
  }
}

/** Refuses a plan that the next term cannot have. */
export function assertPlanPriced(
  { outcome }: PreviewedRenewal,
  planId: PlanId,
): Extract<RenewalOutcome, { readonly state: 'priced' }> {
  if (outcome.state === 'priced') return outcome
  const isGone = outcome.state === 'blocked' && outcome.problems.some(({ code }) => code === 'plan')
  throw isGone ? planNotFound(planId) : renewalPlanNotPossible(planId)
}
