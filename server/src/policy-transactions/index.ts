export {
  type PolicyAction,
  actionsOpenTo,
  assertActionRequestable,
  policyActions,
  refusalOfAction,
  refusalsOf,
} from './allowed-actions.ts'
export {
  type EndorsementLink,
  mintEndorsementLink,
  openEndorsementLink,
} from './endorsements/endorsement-link.ts'
export { type HandedOver, type PersonNamed, handOver } from './kinds/endorsement/hand-over.ts'
export { openEndorsement } from './endorsements/open-endorsement.ts'
export { type QuotedEndorsement, quoteEndorsement } from './endorsements/quote-endorsement.ts'
export { type PlanOutcome, planOutcome } from './kinds/endorsement/plan-change.ts'
export { type AdjustmentRequest, adjustmentBy } from './kinds/adjustment/decide-adjustment.ts'
export { type CancellationRequest, cancellationBy } from './kinds/cancellation.ts'
export { type EndMoveRequest, endMoveBy } from './kinds/end-move.ts'
export { type EndorsementRequest, endorsementBy } from './kinds/endorsement/decide-endorsement.ts'
export { type PriceRaiseDeps, priceRaise, raiseAnswer } from './kinds/endorsement/raise-answer.ts'
export { checkEndorsement } from './kinds/endorsement/check-endorsement.ts'
export { assertMayEndorse } from './kinds/endorsement/may-endorse.ts'
export { type ReinstatementRequest, reinstatementBy } from './kinds/reinstatement.ts'
export { type WithdrawalRequest, withdrawalBy } from './kinds/withdrawal/decide-withdrawal.ts'
export { readEarlyCover, readWithdrawalRight } from './kinds/withdrawal/read-withdrawal.ts'
export { withdrawalPeriod } from './kinds/withdrawal/withdrawal-period.ts'
export { applyRenewal } from './kinds/renewal.ts'
export { activateTransaction, invoicedAtOnce } from './pipeline/activate-transaction.ts'
export { transactionJobs } from './background-jobs.ts'
export {
  assertAbout,
  digestOf,
  mintPreviewToken,
  openPreviewToken,
  promisedUntil,
  sumsOf,
  transactionDigest,
} from './pipeline/preview-token.ts'
export {
  type PreviewDeps,
  type PreviewedTransaction,
  previewTransaction,
} from './pipeline/preview-transaction.ts'
export { waysToSettle } from './pipeline/settlement.ts'
export { taxOfCharges } from './pipeline/tax-of-charges.ts'
export { termsOf } from './pipeline/terms-of.ts'
export { findProposal } from './proposals/find-proposal.ts'
export { lapseProposal } from './proposals/lapse-proposal.ts'
export { openProposal } from './proposals/open-proposal.ts'
export { readOpenTerms } from './open-terms.ts'
export { type ReadTransaction, readTransactions } from './read-transactions.ts'
export { type ReplacedValue, readValues, replacedIn } from './values-on-days.ts'
export * from './reasons.ts'
export { occasionsOf, versionKinds } from './registry.ts'
export { type Decide, type TransactionRequest } from './request.ts'
export {
  adjustPremium,
  cancelPolicy,
  endorsePolicy,
  moveEnd,
  reinstatePolicy,
  withdrawPolicy,
} from './requests.ts'
export { type DecidedTaxChange, decideTaxChange } from './kinds/tax-change.ts'
export {
  changeTaxOfPolicy,
  lapsePolicy,
  renewPolicy,
  resumePolicy,
  revivePolicy,
  suspendPolicy,
} from './system-transactions.ts'
export { situationAt } from './situation.ts'
