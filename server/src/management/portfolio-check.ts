import type { AccountId, PortfolioCheckId, PolicyId, QuoteId } from '../kernel/index.ts'
import type { FaultKind } from '../ledger/index.ts'

/** What is checked: every price is computed again, or the postings are compared with one another. */
export const checkSubjects = ['prices', 'money'] as const
export type CheckSubject = (typeof checkSubjects)[number]

/** A run over all policies that notes where the cents differ. */
export interface PortfolioCheck {
  readonly id: PortfolioCheckId
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly subject: CheckSubject
  readonly state: 'running' | 'done'
  /** The last policy that was looked at; null before the first. */
  readonly lastPolicyId: PolicyId | null
  readonly counts: PortfolioCheckCounts
  /** The first of the policies that differ. */
  readonly differences: readonly PriceDifference[]
  /** The first faults. */
  readonly faults: readonly MoneyFault[]
  readonly createdAt: Temporal.Instant
  readonly finishedAt: Temporal.Instant | null
}

export interface PortfolioCheckCounts {
  readonly checked: number
  readonly same: number
  readonly different: number
  /** Priced by an outside rater, whose answers cannot be computed again. */
  readonly fromRater: number
}

export interface PriceDifference {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  /** The quoted and the recomputed amount, in minor units; a reason where there is none. */
  readonly quoted: number
  readonly recomputed: number | null
  readonly reason: string
}

/** An inconsistency in a policy's money, or between its row and its active version. */
export interface MoneyFault {
  readonly policyId: PolicyId
  readonly kind: FaultKind | 'projection' | 'receipt' | 'commission'
  readonly message: string
}

/** A report that lists more than these is not read; the count says how many there are. */
export const differencesKeptMax = 100
export const faultsKeptMax = 100

export const nothingChecked: PortfolioCheckCounts = {
  checked: 0,
  same: 0,
  different: 0,
  fromRater: 0,
}

/** The check after another batch of policies. */
export function withBatch(
  check: PortfolioCheck,
  batch: {
    readonly lastPolicyId: PolicyId
    readonly counts: PortfolioCheckCounts
    readonly differences: readonly PriceDifference[]
    readonly faults: readonly MoneyFault[]
  },
): PortfolioCheck {
  const { counts } = check
  return {
    ...check,
    lastPolicyId: batch.lastPolicyId,
    counts: {
      checked: counts.checked + batch.counts.checked,
      same: counts.same + batch.counts.same,
      different: counts.different + batch.counts.different,
      fromRater: counts.fromRater + batch.counts.fromRater,
    },
    differences: [...check.differences, ...batch.differences].slice(0, differencesKeptMax),
    faults: [...check.faults, ...batch.faults].slice(0, faultsKeptMax),
  }
}
