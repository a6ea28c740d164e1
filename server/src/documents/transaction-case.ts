import { parseDay } from '../kernel/index.ts'
import { type PolicyTimeline, type ReadVersion, namedCancellation } from '../policies/index.ts'
import type {
  CaseContent,
  CasePlanChange,
  CaseReinstatement,
  DocumentCase,
} from './document-case.ts'

type TransactionCase = Pick<
  DocumentCase,
  'endorsement' | 'adjustment' | 'cancellation' | 'reinstatement'
>

/** For a document that is about no transaction. */
export const noTransaction: TransactionCase = {
  endorsement: null,
  adjustment: null,
  cancellation: null,
  reinstatement: null,
}

/** The transaction of a version, for its documents. */
export function transactionCase(
  { version, timeline, before }: ReadVersion,
  contentBefore: CaseContent | null,
  /** The additional charge; a credit where negative. */
  amount: number,
  /** The change of the payment plan, if it is one. */
  plan: CasePlanChange | null,
): TransactionCase {
  if (before === null) return noTransaction
  switch (version.kind) {
    case 'endorsement':
    case 'tax_change': {
      if (contentBefore === null) throw new Error(`version ${version.id} changes nothing`)
      const { effectiveDay, createdAt: requestedAt } = version
      const indexed =
        version.kind === 'endorsement' ? (version.details.indexation?.answer ?? null) : null
      const requested = indexed === null ? 'request' : 'indexation'
      const cause = version.kind === 'tax_change' ? 'tax_change' : requested
      return {
        ...noTransaction,
        endorsement: {
          effectiveDay,
          requestedAt,
          before: contentBefore,
          amount,
          plan,
          cause,
          indexed,
        },
      }
    }
    case 'adjustment': {
      if (contentBefore === null) throw new Error(`version ${version.id} adjusts nothing`)
      const { effectiveDay: firstDay, details } = version
      const lastDay = lastCovered(timeline, details.last_day)
      return {
        ...noTransaction,
        adjustment: { firstDay, lastDay, before: contentBefore, amount },
      }
    }
    case 'cancellation':
    case 'end_move':
    case 'lapse': {
      if (timeline.ending === null) throw new Error(`version ${version.id} ends nothing`)
      const { reason, cancelled_by: by, notice } = version.details
      const { lastDay } = timeline.ending
      const at =
        version.kind === 'end_move'
          ? Temporal.Instant.from(version.details.cancelled_at)
          : (version.settledAt ?? version.createdAt)
      return {
        ...noTransaction,
        cancellation: {
          lastDay,
          reason,
          by,
          at,
          refund: Math.max(0, -amount),
          named: namedCancellation(version),
          receivedOn: parseDay(notice?.received_on),
          occurredOn: parseDay(notice?.occurred_on),
        },
      }
    }
    case 'reinstatement':
      return { ...noTransaction, reinstatement: { ...resumedCover(before, timeline), amount } }
    // Read apart: its letter says what was paid.
    case 'withdrawal':
    case 'offer':
    case 'renewal':
    case 'suspension':
    case 'resumption':
    case 'revival':
      return noTransaction
  }
}

/** The last day of a term, or of the cover where that ended earlier. */
function lastCovered({ ending }: PolicyTimeline, termLastDay: string | null): Temporal.PlainDate {
  const last = termLastDay === null ? null : Temporal.PlainDate.from(termLastDay)
  const end = ending?.lastDay ?? last
  if (end === null) throw new Error('a term that is over has a last day')
  return last !== null && Temporal.PlainDate.compare(last, end) < 0 ? last : end
}

/** The day on which cover resumes, and the days without cover. */
function resumedCover(
  before: PolicyTimeline,
  after: PolicyTimeline,
): Pick<CaseReinstatement, 'firstDay' | 'gap'> {
  const [first] = after.segments
  if (before.ending === null || first === undefined) {
    throw new Error('what was not ended cannot be reinstated')
  }
  const ended = before.ending.lastDay.add({ days: 1 })
  // Where cover never began, it begins on its first day after all.
  const firstDay = Temporal.PlainDate.compare(ended, first.firstDay) < 0 ? first.firstDay : ended
  const at = after.segments.findIndex((one) => one.kind === 'gap' && one.firstDay.equals(firstDay))
  const next = at === -1 ? undefined : after.segments[at + 1]
  if (next === undefined) return { firstDay, gap: null }
  return {
    firstDay: next.firstDay,
    gap: { firstDay, lastDay: next.firstDay.subtract({ days: 1 }) },
  }
}
