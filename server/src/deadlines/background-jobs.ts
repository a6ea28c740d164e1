import { type AdvanceDeps, advanceClock } from './advance-clock.ts'
import type { RoomJobs } from './room-jobs.ts'
import type { SharedBacklog } from './share-backlog.ts'

export function deadlineJobs(deps: AdvanceDeps, backlog: Pick<SharedBacklog, 'run'>) {
  return {
    tasks: { advance_clock: (task) => advanceClock(deps, task) },
    sweeps: [() => backlog.run()],
  } satisfies RoomJobs
}
