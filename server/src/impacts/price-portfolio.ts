import {
  openPortfolio,
  type Portfolio,
  type PortfolioEntry,
  type PortfolioRequest,
} from './read-portfolio.ts'
import { type SaleNames, groupOf } from './group-of.ts'
import type { ImpactRequest } from './impact.ts'
import { type JudgeDeps, openJudge } from './judge-quote.ts'
import { openRenewalJudge } from './judge-renewal.ts'
import { expandedInput } from '../quotes/index.ts'
import { openShares } from './share-difference.ts'
import { openSoldTerms } from './sold-terms.ts'
import type { PricedRow } from './tally/priced-row.ts'

/** Everything that a request is priced with. */
export interface PortfolioPricer {
  readonly portfolio: Portfolio
  /** Null for what is not to be counted after all. */
  price(entry: PortfolioEntry): Promise<PricedRow | null>
}

export async function openPricer(
  deps: JudgeDeps,
  request: ImpactRequest & PortfolioRequest,
): Promise<PortfolioPricer> {
  const { productVersionId, productId, groupings } = request
  const draft = await deps.catalogue.version(productVersionId)
  if (draft === undefined) throw new Error(`version ${productVersionId} is gone`)
  const share = request.hasShares ? await openShares(deps, draft) : null
  const judge = await openJudge(deps, draft, share)
  const judgeRenewal = openRenewalJudge(deps, draft, share, request.askedAt)
  const soldTerms = await openSoldTerms(deps.db, productId)
  const groupsOf = (answers: Parameters<typeof groupOf>[1], names: SaleNames) =>
    groupings.map((one) => groupOf(one, answers, names))
  return {
    portfolio: openPortfolio(deps.db.reads, request),
    async price(entry) {
      const { productVersionId: soldOn } = 'renewed' in entry ? entry.renewed : entry.quote
      if (!soldTerms.knows(soldOn)) await soldTerms.learn(soldOn)
      if ('renewed' in entry) {
        const { renewed } = entry
        const judgement = await judgeRenewal(renewed)
        if (judgement === null) return null
        const { answers, ...judged } = judgement
        const names = soldTerms.namesOf(renewed)
        return {
          policyId: renewed.id,
          policyNumber: renewed.insurerPolicyId,
          quoteId: renewed.quoteId,
          ...names,
          ...judged,
          groups: groupsOf(answers, names),
        }
      }
      const { policyId, policyNumber, quote } = entry
      const names = soldTerms.namesOf(quote)
      const paid = soldTerms.paidFor(quote)
      return {
        policyId,
        policyNumber,
        quoteId: quote.id,
        ...names,
        before: paid.payment * paid.cycles,
        verdict: await judge(quote, paid),
        groups: groupsOf(expandedInput(quote), names),
      }
    },
  }
}
