export { impactJobs } from './background-jobs.ts'
export { type WaitingImpact, askForImpact } from './ask-for-impact.ts'
export { findImpact, readRows } from './find-impact.ts'
export { type ImpactScope, impactStates, quoteDaysMax, scopeKinds } from './impact.ts'
export { excessesOf } from './judge-impact.ts'
export { type ImpactSummary, selectImpacts, selectNewestDone } from './impact-store.ts'
export type { ImpactPace } from './run-impacts.ts'
export { stopImpact } from './stop-impact.ts'
export {
  type Cause,
  type Counts,
  type Extreme,
  type ImpactResult,
  type SummedShare,
  percentChange,
} from './tally/tally.ts'
export { watchRoom } from './watch-room.ts'
export { percentOf } from './tally/spread.ts'
export * from './reasons.ts'
