export { renewalJobs } from './background-jobs.ts'
export { decideRenewal } from './decide-renewal.ts'
export { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
export { foreseeByDraft } from './foresee-by-draft.ts'
export { type NextTerm, type RenewalOrder, foreseeNextTerm } from './foresee-next-term.ts'
export type { RenewalOutcome } from './foresee-renewal.ts'
export { termDigest, termSums } from './term-promise.ts'
export { noticeDue } from './price-renewal.ts'
export * from './reasons.ts'
export { rehearseRenewals } from './rehearse-renewals.ts'
export {
  type Renewal,
  type RenewalProblem,
  type RenewalState,
  problemTexts,
  renewalStates,
  unpriced,
} from './renewal.ts'
export { selectRenewal } from './renewal-store.ts'
export { searchRenewals } from './search-renewals.ts'
export { retryRenewal } from './retry-renewal.ts'
