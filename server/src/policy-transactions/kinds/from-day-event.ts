import type { News } from '../../events/index.ts'
import type { Policy, PolicyVersion } from '../../policies/index.ts'

type FromDayType =
  | 'policy.endorsed'
  | 'policy.adjusted'
  | 'policy.renewed'
  | 'policy.suspended'
  | 'policy.resumed'
  | 'policy.revived'
  | 'policy.tax_changed'

/** That a version counts from a day on. */
export function fromDayEvent(
  type: FromDayType,
  about: Policy,
  { id: version_id, effectiveDay }: Pick<PolicyVersion, 'id' | 'effectiveDay'>,
): News[] {
  return [{ type, about, data: { version_id, effective_date: effectiveDay.toString() } }]
}
