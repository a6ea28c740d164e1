import type { RoomJobs } from '../deadlines/index.ts'
import type { ChangeDeps } from './change-policy.ts'
import { runMassEndorsement, takeUpMassEndorsements } from './run-mass-endorsement.ts'

export function massEndorsementJobs(deps: ChangeDeps) {
  return {
    tasks: { mass_endorsement: (task) => runMassEndorsement(deps, task) },
    sweeps: [() => takeUpMassEndorsements(deps)],
  } satisfies RoomJobs
}
