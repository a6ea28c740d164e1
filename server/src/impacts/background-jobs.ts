import type { RoomJobs } from '../deadlines/index.ts'
import { type RunDeps, runImpacts, takeUpImpacts } from './run-impacts.ts'

export function impactJobs(deps: RunDeps) {
  return {
    tasks: { run_impacts: () => runImpacts(deps) },
    sweeps: [() => takeUpImpacts(deps)],
  } satisfies RoomJobs
}
