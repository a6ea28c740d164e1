import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { resumeDunning } from './hold-dunning.ts'
import { type DunningDeps, handleArrears, pursueArrears } from './pursue-arrears.ts'

export function dunningJobs(deps: DunningDeps & { readonly db: Database }) {
  return {
    tasks: {
      pursue_arrears: (task) => handleArrears(deps, task),
      resume_dunning: (task) => resumeDunning(deps.db, task),
    },
    duties: {
      dunning: (tx, deadline, moment) => pursueArrears(deps, tx, deadline, moment),
    },
  } satisfies RoomJobs
}
