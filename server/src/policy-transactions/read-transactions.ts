import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { selectChargedByVersion } from '../ledger/index.ts'
import {
  type PolicyTimeline,
  type PolicyVersion,
  selectPolicyVersions,
  selectTimelines,
} from '../policies/index.ts'
import { isTransaction, kindOf } from './registry.ts'
import { type ReplacedValue, readValues, replacedIn } from './values-on-days.ts'

/** A version, with its effect on the policy. */
export interface ReadTransaction {
  readonly version: PolicyVersion
  /** Null where it never held, or not yet. */
  readonly done: CompletedTransaction | null
}

export interface CompletedTransaction {
  readonly timeline: PolicyTimeline
  readonly replaced: readonly ReplacedValue[]
  /** The additional charge; a credit where negative. */
  readonly amount: number
}

/** All transactions of a policy, oldest first, with their effects. */
export async function readTransactions(db: Reader, policyId: PolicyId): Promise<ReadTransaction[]> {
  const versions = await selectPolicyVersions(db, policyId)
  const [timelines, charged] = await Promise.all([
    selectTimelines(
      db,
      versions.map(({ id }) => id),
    ),
    selectChargedByVersion(db, policyId),
  ])
  const valuesOn = await readValues(db, [...timelines.values()])
  return versions.map((version) => {
    const timeline = heldBy(version, timelines)
    if (timeline === undefined) return { version, done: null }
    const before = version.basedOn === null ? undefined : timelines.get(version.basedOn)
    const on = (one: PolicyTimeline) => valuesOn(one, version.effectiveDay)
    const replaced =
      isReplacing(version) && before !== undefined ? replacedIn(on(before), on(timeline)) : []
    return { version, done: { timeline, replaced, amount: charged.get(version.id) ?? 0 } }
  })
}

/** Whether it may have replaced values. */
function isReplacing(version: PolicyVersion): boolean {
  return isTransaction(version) && kindOf(version.kind).replacesValues
}

/** The values of a version that is or was active. */
function heldBy(
  { id, state }: PolicyVersion,
  timelines: ReadonlyMap<PolicyVersionId, PolicyTimeline>,
): PolicyTimeline | undefined {
  return state === 'active' || state === 'superseded' ? timelines.get(id) : undefined
}
