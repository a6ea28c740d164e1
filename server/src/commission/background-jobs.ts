import type { RoomJobs } from '../deadlines/index.ts'
import { postCommissionSince } from './agree.ts'
import { makeDueStatements } from './make-statement.ts'
import { type CommissionDeps, postCommissionOf } from './post-commission.ts'

export function commissionJobs(deps: CommissionDeps) {
  return {
    tasks: {
      post_commission: ({ policyId }) => postCommissionOf(deps, [policyId]),
      post_commission_since: (task) => postCommissionSince(deps, task),
    },
    sweeps: [() => makeDueStatements(deps)],
  } satisfies RoomJobs
}
