import type { Reader } from '../../database/index.ts'
import {
  type PolicyTimeline,
  type PolicyVersion,
  selectPolicyVersions,
} from '../../policies/index.ts'
import { hasLaterSegments } from '../../timelines/index.ts'

/**
 * Whether a transaction that replaces values has all transactions replayed: something begins later, or a
 * term was adjusted, whose declared answers stay.
 */
export async function isReplayed(
  db: Reader,
  { kind, policyId, effectiveDay }: Pick<PolicyVersion, 'kind' | 'policyId' | 'effectiveDay'>,
  before: PolicyTimeline,
): Promise<boolean> {
  if (kind === 'adjustment' || hasLaterSegments(before, effectiveDay)) return true
  const versions = await selectPolicyVersions(db, policyId)
  return versions.some(
    ({ kind: one, state }) =>
      one === 'adjustment' && (state === 'active' || state === 'superseded'),
  )
}
