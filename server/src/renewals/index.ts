export { renewalJobs } from './background-jobs.ts'
export { decideRenewal, refusalOfDecision } from './decide-renewal.ts'
export { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
export { previewByDraft } from './preview-by-draft.ts'
export { type NextTerm, type RenewalRequest, previewNextTerm } from './preview-next-term.ts'
export type { RenewalOutcome } from './preview-renewal.ts'
export { termDigest, termSums } from './term-promise.ts'
export { noticeDue } from './price-renewal.ts'
export * from './reasons.ts'
export { dryRunRenewals } from './dry-run-renewals.ts'
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
export { refusalOfRetry, retryRenewal } from './retry-renewal.ts'
