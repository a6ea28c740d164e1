export { massEndorsementJobs } from './background-jobs.ts'
export { createMassEndorsement } from './create-mass-endorsement.ts'
export { findMassEndorsement, readResults } from './find-mass-endorsement.ts'
export {
  type ChangedPrice,
  type ChangedSituation,
  type MassChange,
  type MassEndorsement,
  type MassResult,
  changedSituations,
  massEndorsementKinds,
  massEndorsementStates,
  massOutcomes,
} from './mass-endorsement.ts'
export { selectMassEndorsements } from './mass-endorsement-store.ts'
export type { MassActOfMany, MassActs } from './mass-act.ts'
export { type MassTally, type TalliedResult } from './mass-tally.ts'
export { fractionOf, percentOf } from './rates.ts'
export * from './reasons.ts'
export { selectResults } from './result-store.ts'
export {
  previewMassEndorsement,
  refusalOfAct,
  resumeMassEndorsement,
  startMassEndorsement,
  stopMassEndorsement,
} from './steer-mass-endorsement.ts'
