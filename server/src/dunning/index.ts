export { dunningJobs } from './background-jobs.ts'
export { selectLetter, selectLetters, selectLettersOf } from './case-store.ts'
export { searchCases } from './case-search-store.ts'
export {
  type DunningCase,
  type DunningLetter,
  caseStates,
  caseSteps,
  letterKinds,
} from './dunning-case.ts'
export type { DunningHold } from './dunning-hold.ts'
export { decideLapse, lapseDecisions, refusalOfLapseDecision } from './decide-lapse.ts'
export { findCase } from './find-case.ts'
export { isSettled } from './is-settled.ts'
export { needsProof, noticeMailRecorded } from './notice-mail.ts'
export { recordLegalAction, refusalOfLegalAction } from './record-legal-action.ts'
export { holdDunning, refusalOfRelease, releaseHold } from './hold-dunning.ts'
export { searchHolds } from './hold-store.ts'
export { letterDocumentsDue } from './write-letter.ts'
export * from './reasons.ts'
