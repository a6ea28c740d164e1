export { renewalJobs } from './background-jobs.ts'
export { type Accepted, decideRenewal, refusalOfDecision } from './decide-renewal.ts'
export { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
export {
  mergedValues,
  nextTermEndorsementStates,
  voidReasons,
} from './endorsements/next-term-endorsement.ts'
export {
  selectNextTermEndorsements,
  selectPending,
} from './endorsements/next-term-endorsement-store.ts'
export {
  type RecordedNextTerm,
  addNextTermEndorsement,
  recordNextTermEndorsement,
} from './endorsements/record-next-term.ts'
export { checkNextTerm, nextTermDay, refusalOfNextTerm } from './endorsements/check-next-term.ts'
export { refusalOfRevocation, revokeNextTermEndorsement } from './endorsements/revoke-next-term.ts'
export { offerAgain } from './endorsements/price-again.ts'
export { previewByDraft } from './preview-by-draft.ts'
export { type NextTerm, type RenewalRequest, previewNextTerm } from './preview-next-term.ts'
export { previewNext } from './preview-next.ts'
export type { PreviewRenewalDeps, RenewalOutcome } from './preview-renewal.ts'
export { termDigest, termSums } from './term-promise.ts'
export { noticeDue } from './price-renewal.ts'
export * from './reasons.ts'
export { dryRunRenewals } from './dry-run-renewals.ts'
export {
  type GivenForTerm,
  type Renewal,
  type RenewalProblem,
  type RenewalState,
  problemTexts,
  renewalStates,
  unpriced,
} from './renewal.ts'
export { selectRenewal } from './renewal-store.ts'
export { searchRenewals } from './search-renewals.ts'
export { searchRenewalRows } from './renewal-search-store.ts'
export { refusalOfRetry, retryRenewal } from './retry-renewal.ts'
