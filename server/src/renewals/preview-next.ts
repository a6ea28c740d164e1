import type { Moment } from '../kernel/index.ts'
import { type Policy, selectTimelines } from '../policies/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import {
  type PreviewRenewalDeps,
  type PreviewedRenewal,
  previewRenewal,
} from './preview-renewal.ts'
import { type GivenForTerm, type Renewal, nothingGiven, unpriced } from './renewal.ts'

/** The next term of a policy, as it would be priced now by what stands of its renewal already. */
export async function previewNext(
  deps: PreviewRenewalDeps,
  {
    policy,
    row,
    given = nothingGiven,
    endorsed,
  }: {
    readonly policy: Policy
    readonly row: Renewal | null
    readonly given?: GivenForTerm | undefined
    readonly endorsed?: GivenForTerm | undefined
  },
  moment: Moment,
): Promise<PreviewedRenewal> {
  // What was offered keeps its version, whatever was published since; what was not takes the newest.
  const isOffered = row?.state === 'offered' || row?.state === 'accepted'
  // The same for an offer that is void because something was endorsed for the next term.
  const keepsVersion = isOffered || (row?.state === 'scheduled' && row.quoteId !== null)
  const quoteId = isOffered ? row.quoteId : null
  const [timelines, quotes] = await Promise.all([
    selectTimelines(deps.db, [policy.versionId]),
    quoteId === null ? [] : selectQuotes(deps.db, [quoteId]),
  ])
  const timeline = timelines.get(policy.versionId)
  if (timeline === undefined) throw new Error(`version ${policy.versionId} says nothing`)
  return previewRenewal(
    deps,
    {
      policy,
      timeline,
      given,
      endorsed,
      productVersionId: keepsVersion ? row.productVersionId : null,
      quoted: quotes[0] ?? null,
    },
    moment,
  )
}

/** The previewed term as a renewal of which no notice has been sent yet. */
export function rowOf(
  policy: Policy,
  row: Renewal | null,
  { days, kind, productVersionId, planId, paymentBefore, outcome }: PreviewedRenewal,
): Renewal {
  const given = row?.given ?? nothingGiven
  const base = {
    ...unpriced(policy, days.firstDay),
    ...days,
    kind,
    productVersionId,
    planId,
    given,
  }
  const found = { ...base, paymentBefore }
  switch (outcome.state) {
    case 'blocked':
      return { ...found, state: outcome.state, problems: outcome.problems }
    case 'knocked_out':
      return { ...found, state: outcome.state }
    case 'priced': {
      const { quote, answers, places, heldQuote } = outcome
      const priced = { quoteId: quote.id, heldQuoteId: heldQuote?.id ?? null }
      const paymentAfter = quote.premium.grossPaymentAmount
      return { ...found, ...priced, says: { answers, places }, paymentAfter }
    }
  }
}

/**
 * An offer stays as it is where its price does, and an acceptance also where it has become cheaper by the
 * plan that was accepted.
 */
export function stateKept(
  row: Renewal | null,
  priced: Pick<Renewal, 'paymentAfter' | 'planId'>,
  isKept: boolean,
): 'offered' | 'accepted' | null {
  if (row?.state === 'offered') return isKept ? 'offered' : null
  if (row?.state !== 'accepted') return null
  const isDearer = (priced.paymentAfter ?? 0) > (row.paymentAfter ?? 0)
  return isDearer || priced.planId !== row.planId ? null : 'accepted'
}
