export { paymentJobs } from './background-jobs.ts'
export {
  type CredentialCheck,
  type ShownCredentials,
  checkCredentials,
  listCredentials,
  removeCredentials,
  setCredentials,
} from './credentials/manage-credentials.ts'
export { assertRingOpensCredentials } from './credentials/rotate-credentials.ts'
export { checkAfterPromotion, keepCheckingAfterPromotions } from './check-after-promotion.ts'
export { collectedElsewhere } from './collected-elsewhere.ts'
export { firstTry } from './collection-deadline.ts'
export * from './count-doubts.ts'
export { createMandateLink, methodsWithMandate, refusalOfMandate } from './create-mandate-link.ts'
export { findByToken, isPaymentId } from './find-payment.ts'
export {
  type PaymentLink,
  findPaymentLink,
  methodsOnPage,
  payByLink,
  paymentLinkOf,
  paymentPageOf,
  voidByLink,
} from './payment-link.ts'
export {
  customerAnswers,
  customerAnswersSetup,
  findWaiting,
  findWaitingSetup,
} from './customer-answer.ts'
export { endMandateOf } from './end-mandate-of.ts'
export { type Mandate, mandateRevokers } from './mandate.ts'
export { selectActiveMandate, selectMandatesOf } from './mandate-store.ts'
export type { MandateSetup } from './mandate-setup.ts'
export { selectSetup, selectSetupsOf } from './mandate-setup-store.ts'
export { closeOutdatedForms } from './outdated-payment.ts'
export { nextActionOf, nextActionOfSetup } from './next-action.ts'
export * from './pay-at-once.ts'
export { paidDay } from './paid-day.ts'
export type * from './payment.ts'
export { unapplied } from './payment.ts'
export { invoicesSettled, paymentEvent } from './payment-event.ts'
export {
  paymentsMade,
  selectLastPayment,
  selectMoneyMoved,
  selectPayment,
  selectPaymentsOf,
  selectPendingPayment,
} from './payment-store.ts'
export * from './preview-transaction.ts'
export * from './provider.ts'
export { openProviders } from './providers/open-providers.ts'
export {
  sandboxMandates,
  sandboxOutcomes,
  sandboxRefunds,
  sandboxTurnsMax,
  sandboxVoids,
} from './providers/sandbox-script.ts'
export { type MandateOfPolicy, readMandates } from './read-mandates.ts'
export * from './receive-callback.ts'
export { receiveHint } from './receive-hint.ts'
export type { OutcomeDeps } from './record-outcome.ts'
export { type BankAccount, readBankAccount, sealAccount } from './payouts/bank-account.ts'
export { replaceAccounts, updatePayer } from './payouts/bank-account-store.ts'
export {
  type ExportedBatch,
  downloadBatch,
  exportPayouts,
  payoutsPerBatchMax,
} from './payouts/export-payouts.ts'
export { findPayout } from './payouts/find-payout.ts'
export { type PaidOutCredit, payOutCredit } from './payouts/pay-out-credit.ts'
export {
  type Payout,
  goesToPayer,
  payoutOutcomes,
  payoutProblems,
  payoutStates,
  refusalOfAccount,
  refusalOfRelease,
  refusalOfResolvingPayout,
} from './payouts/payout.ts'
export { searchPayouts } from './payouts/payout-store.ts'
export * from './payouts/reasons.ts'
export {
  type ListedItem,
  listedStates,
  longUnmatchedHours,
  reconciliationKinds,
  reconciliationProblems,
} from './reconciliation/reconciliation.ts'
export {
  type ReconciliationTotals,
  searchReconciliation,
  selectLongUnmatched,
  selectTotals,
} from './reconciliation/reconciliation-item-store.ts'
export {
  type Reconciliation,
  selectReconciliations,
} from './reconciliation/reconciliation-store.ts'
export { type Dispute, answerableStates, disputeStates } from './disputes/dispute.ts'
export { searchDisputes } from './disputes/dispute-store.ts'
export { findDispute } from './disputes/find-dispute.ts'
export {
  acceptDifference,
  refusalOfAccepting,
  refusalOfReopening,
  reopenDifference,
} from './reconciliation/accept-difference.ts'
export { balanceProviders } from './reconciliation/reconcile-accounts.ts'
export { releasePayout } from './payouts/release-payout.ts'
export { resolvePayout } from './payouts/resolve-payout.ts'
export { assertRingOpensAccounts } from './payouts/rotate-accounts.ts'
export { setAccount } from './payouts/set-account.ts'
export { refundCredit } from './refund-credit.ts'
export { selectRefundsOf } from './refund-store.ts'
export * from './resolve-payment.ts'
export { refusalOfRevoking, revokeMandate } from './revoke-mandate.ts'
export * from './resolve-refund.ts'
export * from './payment-search-store.ts'
export { openedMandateLink, setUpMandate } from './set-up-mandate.ts'
export * from './take-payment.ts'
export { voidPayment } from './void-payment.ts'
export * from './reasons.ts'
export { paymentsNamedBy, settleByReceipt } from './settle-by-receipt.ts'
export { renewPaymentLinks } from './renew-payment-links.ts'
