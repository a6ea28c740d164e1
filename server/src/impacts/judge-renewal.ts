import type { JsonObject } from '../kernel/index.ts'
import type { Policy } from '../policies/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import { type Quote, cyclesOf, expandedInput, findQuotedPrice } from '../quotes/index.ts'
import { type RenewalOutcome, previewByDraft } from '../renewals/index.ts'
import { catalogueWith } from './draft-catalogue.ts'
import type { JudgeDeps } from './judge-quote.ts'
import type { ShareDifference } from './share-difference.ts'
import type { Paid } from './sold-terms.ts'
import type { Verdict } from './tally/priced-row.ts'

/** What the next term of a policy would cost, by the live version and by the draft. */
export interface JudgedRenewal {
  readonly before: number
  readonly verdict: Verdict
  /** What it would be priced with; items of datasets only where it has a price today. */
  readonly answers: JsonObject
}

/** Null where the customer has declined it. */
export type JudgeRenewal = (policy: Policy) => Promise<JudgedRenewal | null>

interface Failure {
  readonly place: string
  readonly reason: string
}

/** Prices next terms by a draft as if it were on sale, and by what is on sale. */
export function openRenewalJudge(
  deps: JudgeDeps,
  draft: LoadedVersion,
  share: ShareDifference | null,
  askedAt: Temporal.Instant,
): JudgeRenewal {
  const catalogues = { live: deps.catalogue, draft: catalogueWith(deps.catalogue, draft) }

  async function paidFor({ premium, productVersionId, planId }: Quote): Promise<Paid> {
    const version = await deps.catalogue.version(productVersionId)
    const frequency = version?.plans.get(planId)?.frequency ?? null
    return { payment: premium.grossPaymentAmount, cycles: cyclesOf(premium, frequency) }
  }

  return async (policy) => {
    const failures: { draft?: Failure } = {}
    const onCalculationFailed = {
      live: () => undefined, // The renewal reports its problems itself.
      draft: (failure: Failure) => void (failures.draft = failure),
    }
    const both = await previewByDraft(
      { ...deps, catalogues, onCalculationFailed },
      policy,
      draft.id,
      askedAt,
    )
    if (both === null) return null
    const [live, next] = [both.live.outcome, both.draft.outcome]
    if (live.state !== 'priced') {
      const verdict = { outcome: 'not_sold', missing: 'live renewal' } as const
      return { before: 0, verdict, answers: policy.quote.customerInput }
    }
    const answers = expandedInput(live.quote)
    const before = await paidFor(live.quote)
    if (next.state !== 'priced') {
      return { before: sumOf(before), verdict: verdictOf(next, failures.draft), answers }
    }
    const after = await paidFor(next.quote)
    const price = { ...(await findQuotedPrice(catalogues.draft, next.quote)), calculation: null }
    const shares = share === null ? null : await share(live.quote, price, { before, after })
    return {
      before: sumOf(before),
      verdict: { outcome: 'priced', after: sumOf(after), shares },
      answers,
    }
  }
}

function sumOf({ payment, cycles }: Paid): number {
  return payment * cycles
}

function verdictOf(
  outcome: Exclude<RenewalOutcome, { state: 'priced' }>,
  failure: Failure | undefined,
): Verdict {
  if (outcome.state === 'knocked_out') return { outcome: 'knocked_out', code: outcome.code }
  const fields = outcome.problems.flatMap((problem) =>
    'error' in problem ? [problem.error.field] : [],
  )
  if (fields.length > 0) return { outcome: 'refused', fields: [...new Set(fields)] }
  if (failure !== undefined) return { outcome: 'failed', ...failure }
  return { outcome: 'not_sold', missing: outcome.problems[0]?.code ?? 'renewal' }
}
