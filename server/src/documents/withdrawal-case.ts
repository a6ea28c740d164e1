import type { Queryable } from '../database/index.ts'
import { selectKeptAndOwed } from '../ledger/index.ts'
import type { ReadVersion } from '../policies/index.ts'
import type { CaseWithdrawal } from './document-case.ts'

/** A withdrawal for its letter; null where the version is another transaction. */
export async function withdrawalCase(
  db: Queryable,
  { version, timeline }: Pick<ReadVersion, 'version' | 'timeline'>,
): Promise<CaseWithdrawal | null> {
  if (version.kind !== 'withdrawal') return null
  const { received_on, sent_on, termination_date, is_void: isVoid } = version.details
  const [first] = timeline.segments
  if (first === undefined) throw new Error(`version ${version.id} has no segment`)
  const at = version.settledAt ?? version.createdAt
  const { kept, credit } = await selectKeptAndOwed(db, version.policyId, at)
  const lastDay = Temporal.PlainDate.from(termination_date)
  // Days on which cover was suspended were not insured.
  const covered = timeline.segments.find(({ kind }) => kind === 'cover')
  const hasBegun = !isVoid && covered !== undefined && !isAfter(first.firstDay, lastDay)
  return {
    receivedOn: Temporal.PlainDate.from(received_on),
    sentOn: Temporal.PlainDate.from(sent_on),
    cover: hasBegun ? { firstDay: first.firstDay, lastDay } : null,
    kept,
    refund: credit,
  }
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}
