export { releaseDeadWorkers } from './dead-workers.ts'
export * from './enqueue.ts'
export * from './run-jobs.ts'
