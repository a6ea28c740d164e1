import type { Duty } from '../deadlines/index.ts'
import { selectPolicy } from '../policies/index.ts'
import { renewPolicy } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import type { Renewal } from './renewal.ts'
import { selectRenewal, upsertRenewal } from './renewal-store.ts'

/**
 * The first moment of the next term: the policy gets it, at the price that was offered, if it was
 * accepted or nobody had to. Where the price is still being found, whoever finds it sets another
 * deadline; anything else lets the policy end.
 */
export function carryOutRenewal({ catalogue }: { readonly catalogue: Catalogue }): Duty {
  return async (tx, { policyId, key }, moment) => {
    const [day = ''] = key.split(' ')
    const renewal = await selectRenewal(tx, policyId, Temporal.PlainDate.from(day))
    const policy = await selectPolicy(tx, policyId)
    if (policy?.status !== 'paid' || renewal === undefined || !isDue(renewal)) return
    const { firstDay, lastDay, quoteId, contentId, decidedBy } = renewal
    if (renewal.basedOn !== policy.versionId || quoteId === null || lastDay === null) return
    const [[quote], product] = await Promise.all([
      selectQuotes(tx, [quoteId]),
      catalogue.version(renewal.productVersionId),
    ])
    if (quote === undefined || product === undefined) {
      throw new Error(`what policy ${policyId} is to be renewed with is gone`)
    }
    await renewPolicy(
      tx,
      policy,
      {
        days: { firstDay, lastDay },
        quote,
        product,
        details: {
          ...renewal.says,
          content_id: contentId,
          quote_id: quote.id,
        },
        requestedBy: decidedBy,
      },
      moment,
    )
    await upsertRenewal(tx, { ...renewal, state: 'done' }, policy)
  }
}

function isDue({ state, kind }: Renewal): boolean {
  return state === 'accepted' || (state === 'offered' && kind === 'automatic')
}
