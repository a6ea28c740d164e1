import type { Clock, PolicyId } from '../kernel/index.ts'
import { type Database, together } from '../database/index.ts'
import { type Deadline, deadlinesSet } from '../deadlines/index.ts'
import { deleteUnbilled, selectUnbilled } from './due-store.ts'
import { lockFreePolicies, selectPolicies } from './policy-store.ts'
import type { Policy } from './policy.ts'

const policiesPerTransaction = 500

/**
 * Has the instalments of policies looked at that were sold before these were asked for, in small
 * transactions: each gets a deadline that is due now, and whoever does it finds the first period.
 */
export async function dateOldInstalments(deps: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  let after: PolicyId | null = null
  for (;;) {
    const unbilled = await selectUnbilled(deps.db, after, policiesPerTransaction)
    after = unbilled.at(-1)?.policyId ?? null
    if (after === null) return
    await deps.db.transaction(async (tx) => {
      const ids = unbilled.map(({ policyId }) => policyId)
      const free = await lockFreePolicies(tx, ids)
      const policies = await selectPolicies(
        tx,
        free.map(({ id }) => id),
      )
      const now = deps.clock()
      await tx.query(together([deadlinesSet(policies.map((policy) => lookAt(policy, now)))]))
      await deleteUnbilled(
        tx,
        policies.map(({ id }) => id),
      )
    })
  }
}

/** On a test clock it is due since the policy was issued there: what it shows is not known here. */
function lookAt({ id: policyId, clockId, issuedAt }: Policy, now: Temporal.Instant): Deadline {
  const dueAt = clockId === null ? now : (issuedAt ?? now)
  return { policyId, clockId, kind: 'instalment', key: 'update', dueAt }
}
