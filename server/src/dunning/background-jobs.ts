import type { RoomJobs } from '../deadlines/index.ts'
import { type OutcomeDeps, refundCredit } from '../payments/index.ts'
import { resumeDunning } from './hold-dunning.ts'
import { handleArrears, pursueArrears } from './pursue-arrears.ts'

export function dunningJobs(deps: OutcomeDeps) {
  return {
    tasks: {
      // Money may revive a policy that has lapsed: only what is left then goes back.
      credit_due: async (task) => {
        await handleArrears(deps, task)
        await refundCredit(deps, task)
      },
      pursue_arrears: (task) => handleArrears(deps, task),
      resume_dunning: (task) => resumeDunning(deps.db, task),
    },
    duties: {
      dunning: (tx, deadline, moment) => pursueArrears(deps, tx, deadline, moment),
    },
  } satisfies RoomJobs
}
