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
  }: {
    readonly policy: Policy
    readonly row: Renewal | null
    readonly given?: GivenForTerm | undefined
  },
  moment: Moment,
): Promise<PreviewedRenewal> {
  // What was offered keeps its version, whatever was published since; what was not takes the newest.
  const isOffered = row?.state === 'offered' || row?.state === 'accepted'
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
      productVersionId: isOffered ? row.productVersionId : null,
      quoted: quotes[0] ?? null,
    },
    moment,
  )
}

/** The previewed term as a renewal of which no notice has been sent yet. */
export function rowOf(
  policy: Policy,
  row: Renewal | null,
  { days, kind, productVersionId, paymentBefore, outcome }: PreviewedRenewal,
): Renewal {
  const given = row?.given ?? nothingGiven
  const base = { ...unpriced(policy, days.firstDay), ...days, kind, productVersionId, given }
  const found = { ...base, paymentBefore }
  switch (outcome.state) {
    case 'blocked':
      return { ...found, state: outcome.state, problems: outcome.problems }
    case 'knocked_out':
      return { ...found, state: outcome.state }
    case 'priced': {
      const { quote, answers, places } = outcome
      const paymentAfter = quote.premium.grossPaymentAmount
      return { ...found, quoteId: quote.id, says: { answers, places }, paymentAfter }
    }
  }
}

/** An offer stays as it is where its price does, and an acceptance also where it has become cheaper. */
export function stateKept(
  row: Renewal | null,
  priced: Pick<Renewal, 'paymentAfter'>,
  isKept: boolean,
): 'offered' | 'accepted' | null {
  if (row?.state === 'offered') return isKept ? 'offered' : null
  if (row?.state !== 'accepted') return null
  const isDearer = (priced.paymentAfter ?? 0) > (row.paymentAfter ?? 0)
  return isDearer ? null : 'accepted'
}
