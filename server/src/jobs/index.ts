export * from './enqueue.ts'
export { migrateJobs } from './migrate-jobs.ts'
export { type JobLog, type TaskHandlers, startJobs } from './run-jobs.ts'
export { isAnyWorkerAlive } from './sign-of-life.ts'
