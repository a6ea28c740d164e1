export { type JobEnds, createJobEnds } from './job-ends.ts'
export {
  type FollowingJob,
  type JobsSurvey,
  dropJob,
  enqueue,
  enqueueAll,
  enqueueLast,
  enqueueOnce,
  jobsPlanned,
  patientJobsAdded,
  queueSchema,
  selectJobsOf,
  surveyJobs,
} from './queue-store.ts'
export { migrateJobs } from './migrate-jobs.ts'
export { type TaskHandlers, startJobs } from './run-jobs.ts'
export { openSpareTime } from './spare-time.ts'
export type * from './tasks.ts'
export { watchMachine } from './watch-machine.ts'
export { isAnyWorkerAlive } from './worker-store.ts'
