import type { BodyPace } from '../../settings/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addAdvanceClock } from '../test-clocks/advance-clock.ts'
import { addApproveRequest } from '../approvals/approve-request.ts'
import { addChangeApprovalRules } from '../approvals/change-approval-rules.ts'
import { addDeclineRequest } from '../approvals/decline-request.ts'
import { addRequestApproval } from '../approvals/request-approval.ts'
import { addSearchApprovals } from '../approvals/search-approvals.ts'
import { addShowApproval } from '../approvals/show-approval.ts'
import { addShowApprovalRules } from '../approvals/show-approval-rules.ts'
import { addWithdrawRequest } from '../approvals/withdraw-request.ts'
import { addAskForImpact } from '../impacts/ask-for-impact.ts'
import { addCompareVersions } from '../products/compare-versions.ts'
import { addCreateAccessToken } from '../accounts/access-tokens/create-access-token.ts'
import { addCreateClock } from '../test-clocks/create-clock.ts'
import { addCreateDistributor } from '../accounts/create-distributor.ts'
import { addCreateKey } from '../accounts/keys/create-key.ts'
import { addCheckCredentials } from '../payments/providers/check-credentials.ts'
import { addListCredentials } from '../payments/providers/list-credentials.ts'
import { addRemoveCredentials } from '../payments/providers/remove-credentials.ts'
import { addSetCredentials } from '../payments/providers/set-credentials.ts'
import { addDeclarePaymentProvider } from '../payments/providers/declare-payment-provider.ts'
import { addDraftFromWorkbook } from '../products/workbooks/draft-from-workbook.ts'
import { addDismissReceipt } from '../receipts/dismiss-receipt.ts'
import { addExplainPolicy } from '../policies/explain-policy.ts'
import { addExplainQuote } from '../quotes/explain-quote.ts'
import { addExportImpact } from '../impacts/export-impact.ts'
import { addExportDataset } from '../datasets/export-dataset.ts'
import { addFolderCalls } from '../products/folders/multipart-folder.ts'
import { addFillQuoteWorkbook } from '../quotes/fill-quote-workbook.ts'
import { addDecideLapse } from '../dunning/decide-lapse.ts'
import { addHoldDunning } from '../dunning/hold-dunning.ts'
import { addRecordLegalAction } from '../dunning/record-legal-action.ts'
import { addImportDataset } from '../datasets/import-dataset.ts'
import { addImportReceipts } from '../receipts/import-receipts.ts'
import { addKeepWhatIf } from '../products/folders/keep-what-if.ts'
import { addListAccessTokens } from '../accounts/access-tokens/list-access-tokens.ts'
import { addSetMailAddress } from '../accounts/set-mail-address.ts'
import { addListAccounts } from '../accounts/list-accounts.ts'
import { addListAudit } from '../audit/list-audit.ts'
import { addListClocks } from '../test-clocks/list-clocks.ts'
import { addListDatasets } from '../datasets/list-datasets.ts'
import { addListEvidence } from '../audit/list-evidence.ts'
import { addListEvents } from '../events/list-events.ts'
import { addListHolds } from '../dunning/list-holds.ts'
import { addListImpacts } from '../impacts/list-impacts.ts'
import { addListKeys } from '../accounts/keys/list-keys.ts'
import { addChangeRole } from '../roles/change-role.ts'
import { addCreateRole } from '../roles/create-role.ts'
import { addDeleteRole } from '../roles/delete-role.ts'
import { addListPermissions } from '../roles/list-permissions.ts'
import { addListRoles } from '../roles/list-roles.ts'
import { addListPaymentProviders } from '../payments/providers/list-payment-providers.ts'
import { addListProducts } from '../products/list-products.ts'
import { addMatchReceipt } from '../receipts/match-receipt.ts'
import { addOwnChanges } from './own-changes.ts'
import { addPlanProduct } from '../products/folders/plan-product.ts'
import { addPreviewDocuments } from '../products/folders/preview-documents.ts'
import { addPreviewMails } from '../products/folders/preview-mails.ts'
import { addPriceFolder } from '../products/folders/price-folder.ts'
import { addPublishProduct } from '../products/publish-product.ts'
import { addPublishOnClock } from '../test-clocks/publish-on-clock.ts'
import { addPullProduct } from '../products/folders/pull-product.ts'
import { addPushProduct } from '../products/folders/push-product.ts'
import { addKnownMembers } from '../body/known-members.ts'
import { addKnownParameters } from '../query/known-parameters.ts'
import { addRecordReceipt } from '../receipts/record-receipt.ts'
import { addRemovePaymentProvider } from '../payments/providers/remove-payment-provider.ts'
import { addDryRunRenewals } from '../renewals/dry-run-renewals.ts'
import { addResolvePayment } from '../payments/resolve-payment.ts'
import { addResolveRefund } from '../payments/resolve-refund.ts'
import { addRevokeAccessToken } from '../accounts/access-tokens/revoke-access-token.ts'
import { addRevealLeadField } from '../leads/reveal-lead-field.ts'
import { addRevealPolicyField } from '../policies/reveal-policy-field.ts'
import { addRevealQuoteField } from '../quotes/reveal-quote-field.ts'
import { addRevokeKey } from '../accounts/keys/revoke-key.ts'
import { addRotateKey } from '../accounts/keys/rotate-key.ts'
import { addEndSession } from '../people/end-session.ts'
import { addCloseMonth } from '../accounting/closings/close-month.ts'
import { addExportEvidenceBundle } from '../evidence-bundle/export-evidence-bundle.ts'
import { addExportJournal } from '../accounting/journal/export-journal.ts'
import { addAgreeOnCommission } from '../commission/agree-on-commission.ts'
import { addExportCommissionStatement } from '../commission/export-statement.ts'
import { addFinishCommissionStatement } from '../commission/finish-statement.ts'
import { addListAgreements } from '../commission/list-agreements.ts'
import { addMakeCommissionStatement } from '../commission/make-statement.ts'
import { addSearchCommissionEntries } from '../commission/search-entries.ts'
import { addSearchCommissionStatements } from '../commission/search-statements.ts'
import { addShowCommissionStatement } from '../commission/show-statement.ts'
import { addListClosings } from '../accounting/closings/list-closings.ts'
import { addListLedgerAccounts } from '../accounting/chart.ts'
import { addReadJournal } from '../accounting/journal/read-journal.ts'
import { addShowClosing } from '../accounting/closings/show-closing.ts'
import { addShowTaxes } from '../accounting/taxes.ts'
import { addShowTrialBalance } from '../accounting/trial-balance.ts'
import { addAcceptInvitation } from '../people/links/accept-invitation.ts'
import { addConfirmEmail } from '../people/links/confirm-email.ts'
import { addRequestReset } from '../people/links/request-reset.ts'
import { addResetPassword } from '../people/links/reset-password.ts'
import { addSignInByLink } from '../people/links/sign-in-by-link.ts'
import { addChangeEmail } from '../people/me/change-email.ts'
import { addChangeMe } from '../people/me/change-me.ts'
import { addChangePassword } from '../people/me/change-password.ts'
import { addCreateToken } from '../people/me/create-token.ts'
import { addListTokens } from '../people/me/list-tokens.ts'
import { addRevokeToken } from '../people/me/revoke-token.ts'
import { addChangeUserRoles } from '../users/change-user-roles.ts'
import { addCreateEmailLink } from '../users/create-email-link.ts'
import { addCreateResetLink } from '../users/create-reset-link.ts'
import { addDeactivateUser } from '../users/deactivate-user.ts'
import { addEndUserSession } from '../users/end-user-session.ts'
import { addEndUserSessions } from '../users/end-user-sessions.ts'
import { addInviteUser } from '../users/invite-user.ts'
import { addListColleagues } from '../users/list-colleagues.ts'
import { addListUsers } from '../users/list-users.ts'
import { addReactivateUser } from '../users/reactivate-user.ts'
import { addRemoveSecondFactor } from '../users/remove-second-factor.ts'
import { addRemoveUser } from '../users/remove-user.ts'
import { addShowUser } from '../users/show-user.ts'
import { addAddPasskey } from '../people/factors/add-passkey.ts'
import { addBeginTotp } from '../people/factors/begin-totp.ts'
import { addConfirmTotp } from '../people/factors/confirm-totp.ts'
import { addListPasskeys } from '../people/factors/list-passkeys.ts'
import { addNewPasskey } from '../people/factors/new-passkey.ts'
import { addRemovePasskey } from '../people/factors/remove-passkey.ts'
import { addRemoveTotp } from '../people/factors/remove-totp.ts'
import { addRenewRecoveryCodes } from '../people/factors/renew-recovery-codes.ts'
import { addSignInCode } from '../people/factors/sign-in-code.ts'
import { addSignInPasskey } from '../people/factors/sign-in-passkey.ts'
import { addSignInPasskeyOptions } from '../people/factors/sign-in-passkey-options.ts'
import { addListSessions } from '../people/list-sessions.ts'
import { addShowMe } from '../people/show-me.ts'
import { addChangeSignInRules } from '../people/sign-in-rules/change-sign-in-rules.ts'
import { addShowSignInRules } from '../people/sign-in-rules/show-sign-in-rules.ts'
import { addSignIn } from '../people/sign-in.ts'
import { addSignOut } from '../people/sign-out.ts'
import { addBeginAtProvider } from '../people/single-sign-on/begin-at-provider.ts'
import { addFinishAtProvider } from '../people/single-sign-on/finish-at-provider.ts'
import { addRemoveSingleSignOn } from '../people/single-sign-on/remove-single-sign-on.ts'
import { addSetUpSingleSignOn } from '../people/single-sign-on/set-up-single-sign-on.ts'
import { addShowSingleSignOn } from '../people/single-sign-on/show-single-sign-on.ts'
import { addSearchDunning } from '../dunning/search-dunning.ts'
import { addExportEarnedPremium } from '../accounting/export-earned-premium.ts'
import { addExportOpenItems } from '../accounting/export-open-items.ts'
import { addSearchEarnedPremium } from '../accounting/search-earned-premium.ts'
import { addSearchDisputes } from '../disputes/search-disputes.ts'
import { addShowDispute } from '../disputes/show-dispute.ts'
import { addAcceptDifference } from '../reconciliation/accept-difference.ts'
import { addReopenDifference } from '../reconciliation/reopen-difference.ts'
import { addListReconciliationAccounts } from '../reconciliation/list-accounts.ts'
import { addSearchReconciliation } from '../reconciliation/search-reconciliation.ts'
import { addSearchOpenItems } from '../accounting/search-open-items.ts'
import { addTotalOpenItems } from '../accounting/total-open-items.ts'
import { addSearchInvoices } from '../invoices/search-invoices.ts'
import { addSearchOffers } from '../offers/search-offers.ts'
import { addSearchPayments } from '../payments/search-payments.ts'
import { addSearchPolicies } from '../policies/search-policies.ts'
import { addSearchLeads } from '../leads/search-leads.ts'
import { addSearchQuotes } from '../quotes/search-quotes.ts'
import { addSearchReceipts } from '../receipts/search-receipts.ts'
import { addSearchRenewals } from '../renewals/search-renewals.ts'
import { addShowPortfolioCheck } from '../portfolio-checks/show-portfolio-check.ts'
import { addShowClock } from '../test-clocks/show-clock.ts'
import { addShowDunningCase } from '../dunning/show-dunning-case.ts'
import { addShowDataset } from '../datasets/show-dataset.ts'
import { addShowImpact } from '../impacts/show-impact.ts'
import { addShowInvoice } from '../invoices/show-invoice.ts'
import { addComparePolicyVersions } from '../policies/timeline/compare-versions.ts'
import { addShowTimeline } from '../policies/timeline/show-timeline.ts'
import { addShowHandover } from '../handover/show-handover.ts'
import { addShowPolicyHistory } from '../policies/show-policy-history.ts'
import { addShowProductVersion } from '../products/show-product-version.ts'
import { addShowProduct } from '../products/show-product.ts'
import { addStopImpact } from '../impacts/stop-impact.ts'
import { addStartPortfolioCheck } from '../portfolio-checks/start-portfolio-check.ts'
import { addValidateProduct } from '../products/folders/validate-product.ts'
import { addCreateMassEndorsement } from '../mass-endorsements/create-mass-endorsement.ts'
import { addListMassEndorsements } from '../mass-endorsements/list-mass-endorsements.ts'
import { addShowMassEndorsement } from '../mass-endorsements/show-mass-endorsement.ts'
import { addPreviewMassEndorsement } from '../mass-endorsements/preview-mass-endorsement.ts'
import { addStartMassEndorsement } from '../mass-endorsements/start-mass-endorsement.ts'
import { addStopMassEndorsement } from '../mass-endorsements/stop-mass-endorsement.ts'
import { addResumeMassEndorsement } from '../mass-endorsements/resume-mass-endorsement.ts'
import { addListMassEndorsementResults } from '../mass-endorsements/list-results.ts'
import { addExportMassEndorsementResults } from '../mass-endorsements/export-results.ts'
import { addDeferInvoice } from '../invoices/defer-invoice.ts'
import { addEnterMoney } from '../manual-entries/enter-money.ts'
import { addDownloadPayouts } from '../payouts/download-payouts.ts'
import { addExportPayouts } from '../payouts/export-payouts.ts'
import { addPayOutCredit } from '../payouts/pay-out-credit.ts'
import { addReleasePayout } from '../payouts/release-payout.ts'
import { addResolvePayout } from '../payouts/resolve-payout.ts'
import { addChangeTask } from '../tasks/change-task.ts'
import { addCreateTask } from '../tasks/create-task.ts'
import { addListTasks } from '../tasks/list-tasks.ts'
import { addListNotes } from '../notes/list-notes.ts'
import { addRemoveNote } from '../notes/remove-note.ts'
import { addWriteNote } from '../notes/write-note.ts'
import { addChangeView } from '../views/change-view.ts'
import { addListViews } from '../views/list-views.ts'
import { addRemoveView } from '../views/remove-view.ts'
import { addSaveView } from '../views/save-view.ts'
import { addShowFigures } from '../figures/show-figures.ts'
import { addListRequests } from '../requests/list-requests.ts'
import { addShowRequestErrors } from '../requests/show-request-errors.ts'
import { addSearchStuckPolicies } from '../inbox/search-stuck-policies.ts'
import { addShowHealth } from '../health/show-health.ts'
import { addShowInbox } from '../inbox/show-inbox.ts'
import { addSearch } from '../search/search.ts'
import { addSearchWithdrawals } from '../withdrawals/search-withdrawals.ts'
import { addSettleWithdrawal } from '../withdrawals/settle-withdrawal.ts'
import { addShowDeclaredWithdrawal } from '../withdrawals/show-declared-withdrawal.ts'
import { addDeliverLetter } from '../letters/deliver-letter.ts'
import { addFetchLetter } from '../letters/fetch-letter.ts'
import { addReturnLetter } from '../letters/return-letter.ts'
import { addSearchLetters } from '../letters/search-letters.ts'
import { addSendLetter } from '../letters/send-letter.ts'
import { addShowLetter } from '../letters/show-letter.ts'
import { addSearchMails } from '../mails/search-mails.ts'
import { addResendMail } from '../mails/resend-mail.ts'
import { addCheckSender } from '../mails/server/check-sender.ts'
import { addRemoveMailServer } from '../mails/server/remove-mail-server.ts'
import { addSetMailServer } from '../mails/server/set-mail-server.ts'
import { addShowMailServer } from '../mails/server/show-mail-server.ts'
import { addTestMailServer } from '../mails/server/test-mail-server.ts'
import { addReceiveDeliveryReport } from '../mails/reports/receive-delivery-report.ts'
import { addReleaseAddress } from '../mails/suppressions/release-address.ts'
import { addSearchSuppressedAddresses } from '../mails/suppressions/search-suppressed-addresses.ts'
import { addSuppressAddress } from '../mails/suppressions/suppress-address.ts'
import { addShowMail } from '../mails/show-mail.ts'
import { addSearchPayouts } from '../payouts/search-payouts.ts'
import { addSetPayoutAccount } from '../payouts/set-payout-account.ts'
import { addShowPayout } from '../payouts/show-payout.ts'
import { addReverseManualEntry } from '../manual-entries/reverse-manual-entry.ts'
import { addShowManualEntries } from '../manual-entries/show-manual-entries.ts'
import { addShowParties } from '../parties/show-parties.ts'
import { addAddParty } from '../parties/add-party.ts'
import { addEndParty } from '../parties/end-party.ts'
import { addShowCustomer } from '../customers/show-customer.ts'
import { addShowCustomerAccount } from '../customers/show-customer-account.ts'
import { addJoinCustomers } from '../customers/join-customers.ts'
import { addSplitCustomer } from '../customers/split-customer.ts'
import { addWriteOffInvoice } from '../invoices/write-off-invoice.ts'
import { addCreateWebhook } from '../webhooks/create-webhook.ts'
import { addDeleteWebhook } from '../webhooks/delete-webhook.ts'
import { addListDeliveries } from '../webhooks/list-deliveries.ts'
import { addListWebhooks } from '../webhooks/list-webhooks.ts'
import { addReleaseHold } from '../dunning/release-hold.ts'
import { addReplaceWorkbook } from '../products/workbooks/replace-workbook.ts'
import { addResendDeliveries } from '../webhooks/resend-deliveries.ts'
import { addRotateWebhook } from '../webhooks/rotate-webhook.ts'
import { addShowWebhook } from '../webhooks/show-webhook.ts'
import { addTestWebhook } from '../webhooks/test-webhook.ts'
import { addChangeWebhook } from '../webhooks/change-webhook.ts'
import { addManagementSchemas } from './management-schemas.ts'

export interface ManageOptions {
  /** The size of a file that may be imported. */
  readonly uploadBytesMax: number
  /** How fast an export has to be taken. */
  readonly bodyPace: BodyPace
}

/** The Management API: what the console and the command line use, with an insurer's secret key. */
export function addManage(app: App, deps: HttpDeps, options: ManageOptions): void {
  addManagementSchemas(app)
  addKnownParameters(app)
  addKnownMembers(app)
  addOwnChanges(app, deps)
  addSignIn(app, deps)
  addSignInCode(app, deps)
  addSignInPasskeyOptions(app, deps)
  addSignInPasskey(app, deps)
  addSignOut(app, deps)
  addShowMe(app, deps)
  addListSessions(app, deps)
  addEndSession(app, deps)
  addShowSingleSignOn(app, deps)
  addSetUpSingleSignOn(app, deps)
  addRemoveSingleSignOn(app, deps)
  addBeginAtProvider(app, deps)
  addFinishAtProvider(app, deps)
  addAcceptInvitation(app, deps)
  addResetPassword(app, deps)
  addSignInByLink(app, deps)
  addConfirmEmail(app, deps)
  addRequestReset(app, deps)
  addChangeMe(app, deps)
  addChangePassword(app, deps)
  addChangeEmail(app, deps)
  addListTokens(app, deps)
  addCreateToken(app, deps)
  addRevokeToken(app, deps)
  addListUsers(app, deps)
  addShowUser(app, deps)
  addInviteUser(app, deps)
  addChangeUserRoles(app, deps)
  addRemoveUser(app, deps)
  addDeactivateUser(app, deps)
  addReactivateUser(app, deps)
  addCreateResetLink(app, deps)
  addCreateEmailLink(app, deps)
  addRemoveSecondFactor(app, deps)
  addEndUserSession(app, deps)
  addEndUserSessions(app, deps)
  addBeginTotp(app, deps)
  addConfirmTotp(app, deps)
  addRemoveTotp(app, deps)
  addRenewRecoveryCodes(app, deps)
  addListPasskeys(app, deps)
  addNewPasskey(app, deps)
  addAddPasskey(app, deps)
  addRemovePasskey(app, deps)
  addShowSignInRules(app, deps)
  addChangeSignInRules(app, deps)
  addSearchApprovals(app, deps)
  addRequestApproval(app, deps)
  addShowApproval(app, deps)
  addApproveRequest(app, deps)
  addDeclineRequest(app, deps)
  addWithdrawRequest(app, deps)
  addShowApprovalRules(app, deps)
  addChangeApprovalRules(app, deps)
  addListAccounts(app, deps)
  addCreateDistributor(app, deps)
  addSetMailAddress(app, deps)
  addListKeys(app, deps)
  addCreateKey(app, deps)
  addRotateKey(app, deps)
  addRevokeKey(app, deps)
  addListPermissions(app)
  addListRoles(app, deps)
  addCreateRole(app, deps)
  addChangeRole(app, deps)
  addDeleteRole(app, deps)
  addListPaymentProviders(app, deps)
  addDeclarePaymentProvider(app, deps)
  addRemovePaymentProvider(app, deps)
  addListCredentials(app, deps)
  addSetCredentials(app, deps)
  addRemoveCredentials(app, deps)
  addCheckCredentials(app, deps)
  addFolderCalls(app, deps.folderWorkers, (scope) => {
    addValidateProduct(scope, deps)
    addPlanProduct(scope, deps)
    addPushProduct(scope, deps)
    addKeepWhatIf(scope, deps)
    addPriceFolder(scope, deps)
    addPreviewDocuments(scope, deps)
    addPreviewMails(scope, deps)
    addDraftFromWorkbook(scope, deps)
    addReplaceWorkbook(scope, deps)
  })
  addListProducts(app, deps)
  addShowProduct(app, deps)
  addShowProductVersion(app, deps)
  addPullProduct(app, deps)
  addCompareVersions(app, deps)
  addPublishProduct(app, deps)
  addExplainQuote(app, deps)
  addExplainPolicy(app, deps)
  addFillQuoteWorkbook(app, deps)
  addStartPortfolioCheck(app, deps)
  addShowPortfolioCheck(app, deps)
  addAskForImpact(app, deps)
  addListImpacts(app, deps)
  addShowImpact(app, deps)
  addStopImpact(app, deps)
  addExportImpact(app, deps, options.bodyPace)
  addCreateMassEndorsement(app, deps)
  addListMassEndorsements(app, deps)
  addShowMassEndorsement(app, deps)
  addPreviewMassEndorsement(app, deps)
  addStartMassEndorsement(app, deps)
  addStopMassEndorsement(app, deps)
  addResumeMassEndorsement(app, deps)
  addListMassEndorsementResults(app, deps)
  addExportMassEndorsementResults(app, deps, options.bodyPace)
  addCreateClock(app, deps)
  addListClocks(app, deps)
  addShowClock(app, deps)
  addAdvanceClock(app, deps)
  addPublishOnClock(app, deps)
  addListDatasets(app, deps)
  addShowDataset(app, deps)
  addExportDataset(app, deps, options.bodyPace)
  addImportDataset(app, deps, options.uploadBytesMax)
  addAgreeOnCommission(app, deps)
  addListAgreements(app, deps)
  addSearchCommissionEntries(app, deps)
  addSearchCommissionStatements(app, deps)
  addMakeCommissionStatement(app, deps)
  addShowCommissionStatement(app, deps)
  addExportCommissionStatement(app, deps, options.bodyPace)
  addFinishCommissionStatement(app, deps)
  addListAccessTokens(app, deps)
  addCreateAccessToken(app, deps)
  addRevokeAccessToken(app, deps)
  addSearchQuotes(app, deps)
  addSearchLeads(app, deps)
  addSearchOffers(app, deps)
  addSearchPolicies(app, deps)
  addSearchRenewals(app, deps)
  addDryRunRenewals(app, deps)
  addSearchDunning(app, deps)
  addHoldDunning(app, deps)
  addRecordLegalAction(app, deps)
  addDecideLapse(app, deps)
  addListHolds(app, deps)
  addReleaseHold(app, deps)
  addShowDunningCase(app, deps)
  addSearchPayments(app, deps)
  addResolvePayment(app, deps)
  addResolveRefund(app, deps)
  addSearchInvoices(app, deps)
  addShowInvoice(app, deps)
  addWriteOffInvoice(app, deps)
  addDeferInvoice(app, deps)
  addEnterMoney(app, deps)
  addShowManualEntries(app, deps)
  addReverseManualEntry(app, deps)
  addSearchWithdrawals(app, deps)
  addShowDeclaredWithdrawal(app, deps)
  addSettleWithdrawal(app, deps)
  addSearchLetters(app, deps)
  addShowLetter(app, deps)
  addFetchLetter(app, deps)
  addSendLetter(app, deps)
  addDeliverLetter(app, deps)
  addReturnLetter(app, deps)
  addSearchMails(app, deps)
  addShowMail(app, deps)
  addResendMail(app, deps)
  addReceiveDeliveryReport(app, deps)
  addShowMailServer(app, deps)
  addCheckSender(app, deps)
  addSetMailServer(app, deps)
  addRemoveMailServer(app, deps)
  addTestMailServer(app, deps)
  addSearchSuppressedAddresses(app, deps)
  addSuppressAddress(app, deps)
  addReleaseAddress(app, deps)
  addSearchPayouts(app, deps)
  addShowPayout(app, deps)
  addSetPayoutAccount(app, deps)
  addReleasePayout(app, deps)
  addResolvePayout(app, deps)
  addPayOutCredit(app, deps)
  addExportPayouts(app, deps)
  addDownloadPayouts(app, deps, options.bodyPace)
  addShowParties(app, deps)
  addAddParty(app, deps)
  addEndParty(app, deps)
  addSearch(app, deps)
  addShowInbox(app, deps)
  addShowHealth(app, deps)
  addSearchStuckPolicies(app, deps)
  addShowFigures(app, deps)
  addListRequests(app, deps)
  addShowRequestErrors(app, deps)
  addListViews(app, deps)
  addSaveView(app, deps)
  addChangeView(app, deps)
  addRemoveView(app, deps)
  addListColleagues(app, deps)
  addListTasks(app, deps)
  addCreateTask(app, deps)
  addChangeTask(app, deps)
  addListNotes(app, deps)
  addWriteNote(app, deps)
  addRemoveNote(app, deps)
  addShowCustomer(app, deps)
  addShowCustomerAccount(app, deps)
  addJoinCustomers(app, deps)
  addSplitCustomer(app, deps)
  addRecordReceipt(app, deps)
  addImportReceipts(app, deps)
  addSearchReceipts(app, deps)
  addMatchReceipt(app, deps)
  addDismissReceipt(app, deps)
  addListLedgerAccounts(app)
  addReadJournal(app, deps)
  addExportJournal(app, deps, options.bodyPace)
  addShowTrialBalance(app, deps)
  addShowTaxes(app, deps)
  addListClosings(app, deps)
  addCloseMonth(app, deps)
  addShowClosing(app, deps)
  addSearchEarnedPremium(app, deps)
  addExportEarnedPremium(app, deps, options.bodyPace)
  addSearchOpenItems(app, deps)
  addTotalOpenItems(app, deps)
  addExportOpenItems(app, deps, options.bodyPace)
  addSearchDisputes(app, deps)
  addShowDispute(app, deps)
  addSearchReconciliation(app, deps)
  addListReconciliationAccounts(app, deps)
  addAcceptDifference(app, deps)
  addReopenDifference(app, deps)
  addShowPolicyHistory(app, deps)
  addShowHandover(app, deps)
  addShowTimeline(app, deps)
  addComparePolicyVersions(app, deps)
  addRevealPolicyField(app, deps)
  addRevealLeadField(app, deps)
  addRevealQuoteField(app, deps)
  addListEvents(app, deps)
  addListAudit(app, deps)
  addListEvidence(app, deps)
  addExportEvidenceBundle(app, deps, options.bodyPace)
  addCreateWebhook(app, deps)
  addListWebhooks(app, deps)
  addShowWebhook(app, deps)
  addChangeWebhook(app, deps)
  addDeleteWebhook(app, deps)
  addTestWebhook(app, deps)
  addRotateWebhook(app, deps)
  addListDeliveries(app, deps)
  addResendDeliveries(app, deps)
}
