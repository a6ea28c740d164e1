export { deadlineJobs } from './background-jobs.ts'
export { clocksUnmoved, isClockGone, selectClockMoments, selectMoving } from './clock-store.ts'
export type * from './deadline.ts'
export { type FailedPolicy, searchFailedPolicies } from './deadline-store.ts'
export {
  deadlinesSet,
  dropDeadline,
  insertDeadline,
  selectPendingKeys,
  setDeadline,
} from './deadline-store.ts'
export * from './manage-clocks.ts'
export * from './moment-of.ts'
export * from './reasons.ts'
export { type RoomJobs, sweepRooms } from './room-jobs.ts'
export { type DeadlineSurvey, surveyDeadlines } from './survey-store.ts'
export type * from './test-clock.ts'
export { type SharedBacklog, shareBacklog } from './share-backlog.ts'
export { type DeadlineDeps, runDueDeadlines } from './run-due.ts'
