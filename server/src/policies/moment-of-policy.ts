import type { Clock, Moment, PolicyId } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { selectClockOf } from './due-store.ts'

/** The current moment on the clock of a policy, for jobs that know only the id of the policy. */
export async function momentOfPolicy(
  db: Reader,
  clock: Clock,
  policyId: PolicyId,
): Promise<Moment> {
  return momentOf(db, clock, { id: policyId, clockId: await selectClockOf(db, policyId) })
}
