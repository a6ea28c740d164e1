import type { AccountId } from '../kernel/index.ts'
import type { CurrentTerm, PolicyTimeline, TermEnd, TransactionDetails } from '../policies/index.ts'
import type { SystemKind } from './kind.ts'

/** A transaction that the system carries out when its day has come. */
export type SystemTransaction = TransactionDetails<SystemKind> & {
  readonly effectiveDay: Temporal.PlainDate
  /** Who agreed to it; null where nobody had to. */
  readonly requestedBy: AccountId | null
  readonly apply: (before: PolicyTimeline) => {
    readonly timeline: PolicyTimeline
    /** What a renewal makes of the term; all other kinds leave the term as it is. */
    readonly term?: CurrentTerm & TermEnd
  }
}
