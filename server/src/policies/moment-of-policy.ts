import type { Clock, Moment, PolicyId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { selectClockOf } from './due-store.ts'

/** The moment at which something goes on by itself, for those who know only of which policy it is. */
export async function momentOfPolicy(
  db: Queryable,
  clock: Clock,
  policyId: PolicyId,
): Promise<Moment> {
  return momentOf(db, clock, { clockId: await selectClockOf(db, policyId) })
}
