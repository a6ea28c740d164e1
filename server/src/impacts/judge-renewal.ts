import type { ProductVersionId } from '../kernel/index.ts'
import type { Policy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { cyclesOf } from '../quotes/index.ts'
import { type ForeseenRenewal, foreseeByDraft } from '../renewals/index.ts'
import type { JudgeDeps } from './judge-quote.ts'
import type { Verdict } from './tally/priced-row.ts'

/** What the next term of a policy would cost, by the live version and by the draft. */
export interface JudgedRenewal {
  readonly before: number
  readonly verdict: Verdict
}

interface Failure {
  readonly place: string
  readonly reason: string
}

/** Null where the customer has declined it. */
export async function judgeRenewal(
  deps: JudgeDeps,
  policy: Policy,
  draftId: ProductVersionId,
  now: Temporal.Instant,
): Promise<JudgedRenewal | null> {
  const failures: { draft?: Failure } = {}
  const both = await foreseeByDraft(
    {
      ...deps,
      onCalculationFailed: {
        live: () => undefined, // It is told with its renewal, not here.
        draft: (failure) => {
          failures.draft = failure
        },
      },
    },
    policy,
    draftId,
    now,
  )
  if (both === null) return null
  const { live, draft } = both
  if (live.outcome.state !== 'priced') {
    return { before: 0, verdict: { outcome: 'not_sold', missing: 'live renewal' } }
  }
  const before = await premiumOf(deps.catalogue, policy, live, live.outcome)
  if (draft.outcome.state === 'priced') {
    const after = await premiumOf(deps.catalogue, policy, draft, draft.outcome)
    return { before, verdict: { outcome: 'priced', after, shares: null } }
  }
  return { before, verdict: verdictOf(draft.outcome, failures.draft) }
}

async function premiumOf(
  catalogue: Catalogue,
  { planId }: Policy,
  { productVersionId }: ForeseenRenewal,
  { quote }: Extract<ForeseenRenewal['outcome'], { state: 'priced' }>,
): Promise<number> {
  const version = await catalogue.version(productVersionId)
  const { premium } = quote
  return (
    premium.grossPaymentAmount * cyclesOf(premium, version?.plans.get(planId)?.frequency ?? null)
  )
}

function verdictOf(
  outcome: Exclude<ForeseenRenewal['outcome'], { state: 'priced' }>,
  failure: Failure | undefined,
): Verdict {
  if (outcome.state === 'knocked_out') return { outcome: 'knocked_out', code: 'knockout' }
  const fields = outcome.problems.flatMap((problem) =>
    'error' in problem ? [problem.error.field] : [],
  )
  if (fields.length > 0) return { outcome: 'refused', fields: [...new Set(fields)] }
  if (failure !== undefined) return { outcome: 'failed', ...failure }
  return { outcome: 'not_sold', missing: outcome.problems[0]?.code ?? 'renewal' }
}
