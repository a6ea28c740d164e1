import type { App } from '../deps.ts'
import { productFilesBody } from '../products/folders/product-files.ts'
import { problemSchema } from '../wire/problem.ts'
import { auditEntrySchema } from '../audit/list-audit.ts'
import {
  previewDocumentsBody,
  previewedDocumentsSchema,
} from '../products/folders/preview-documents.ts'
import {
  declaredWithdrawalSchema,
  settleWithdrawalBody,
} from '../withdrawals/declared-withdrawal.ts'
import {
  deliverLetterBody,
  letterSchema,
  returnLetterBody,
  sendLetterBody,
} from '../letters/letter.ts'
import { mailSchema } from '../mails/mail.ts'
import { mailDetailSchema } from '../mails/show-mail.ts'
import { checkedSenderSchema } from '../mails/server/check-sender.ts'
import {
  mailServerSchema,
  setMailServerBody,
  testMailServerBody,
  testedMailServerSchema,
} from '../mails/server/mail-server.ts'
import { receivedReportSchema } from '../mails/reports/receive-delivery-report.ts'
import {
  suppressAddressBody,
  suppressedAddressSchema,
} from '../mails/suppressions/suppressed-address.ts'
import { previewMailsBody, previewedMailsSchema } from '../products/folders/preview-mails.ts'
import { draftFromWorkbookBody, draftSchema } from '../products/workbooks/draft-from-workbook.ts'
import {
  replaceWorkbookBody,
  replacedWorkbookSchema,
} from '../products/workbooks/replace-workbook.ts'
import { explainedPriceSchema, priceFolderBody } from '../products/folders/price-folder.ts'
import { versionComparisonSchema } from '../policies/timeline/comparison.ts'
import { policyTimelineSchema } from '../policies/timeline/timeline.ts'
import { handoverSchemas } from '../handover/handover.ts'
import { policyHistorySchema } from '../policies/show-policy-history.ts'
import {
  accessTokenSchema,
  createAccessTokenBody,
  newAccessTokenSchema,
} from '../accounts/access-tokens/access-token.ts'
import { ledgerAccountSchema } from '../accounting/chart.ts'
import { closeMonthBody, closingSchema } from '../accounting/closings/closing.ts'
import { journalLineSchema } from '../accounting/journal/journal.ts'
import {
  agreeOnCommissionBody,
  commissionAgreementSchema,
  commissionAgreementsSchema,
  commissionEntrySchema,
  commissionStatementSchema,
  finishStatementBody,
  makeStatementBody,
  shownStatementSchema,
} from '../commission/commission.ts'
import { taxesSchema } from '../accounting/taxes.ts'
import { trialBalanceSchema } from '../accounting/trial-balance.ts'
import { accountSchema, createDistributorBody, setMailAddressBody } from '../accounts/account.ts'
import { portfolioCheckSchema } from '../portfolio-checks/portfolio-check.ts'
import { askForImpactBody, impactSchema, impactSummarySchema } from '../impacts/impact.ts'
import { importedSchema, managedDatasetSchema } from '../datasets/dataset.ts'
import {
  decideLapseBody,
  dunningCaseSchema,
  listedDunningCaseSchema,
  listedDunningHoldSchema,
  dunningHoldSchema,
  holdDunningBody,
  legalActionBody,
  shownDunningCaseSchema,
} from '../dunning/dunning.ts'
import { eventSchema } from '../events/event.ts'
import { evidenceLinkSchema, evidenceSchema } from '../audit/evidence.ts'
import {
  createMassEndorsementBody,
  massEndorsementSchema,
  massResultSchema,
  shownMassEndorsementSchema,
} from '../mass-endorsements/mass-endorsement.ts'
import { explainedQuoteSchema } from '../quotes/explained-quote.ts'
import { earnedPremiumSchema } from '../accounting/earned-premium.ts'
import { disputeSchema } from '../disputes/dispute.ts'
import {
  acceptDifferenceBody,
  reconciliationAccountSchema,
  reconciliationItemSchema,
} from '../reconciliation/reconciliation.ts'
import { openItemSchema, openItemTotalsSchema } from '../accounting/open-items.ts'
import {
  deferInvoiceBody,
  invoiceSchema,
  invoiceSummarySchema,
  listedInvoiceSchema,
  writeOffBody,
} from '../invoices/invoice.ts'
import {
  enterMoneyBody,
  listedEntrySchema,
  manualEntriesSchema,
  manualEntrySchema,
  reverseEntryBody,
} from '../manual-entries/manual-entry.ts'
import {
  exportPayoutsBody,
  paidOutCreditSchema,
  payOutCreditBody,
  payoutAccountSchema,
  payoutBatchSchema,
  payoutSchema,
  resolvePayoutBody,
  setPayoutAccountBody,
  shownPayoutSchema,
} from '../payouts/payout.ts'
import { changeTaskBody, createTaskBody, taskSchema } from '../tasks/task.ts'
import { noteSchema, writeNoteBody } from '../notes/note.ts'
import { changeViewBody, saveViewBody, savedViewSchema } from '../views/view.ts'
import { figuresSchema } from '../figures/show-figures.ts'
import { loggedRequestSchema } from '../requests/list-requests.ts'
import { requestErrorsSchema } from '../requests/show-request-errors.ts'
import { healthSchema } from '../health/health.ts'
import { inboxSchema } from '../inbox/show-inbox.ts'
import { stuckPolicySchema } from '../inbox/stuck-policy.ts'
import { searchResultSchema, searchResultsSchema } from '../search/found.ts'
import {
  customerAccountSchema,
  customerJoinSchema,
  customerSchema,
  joinCustomersBody,
  joinedCustomerSchema,
  splitCustomerBody,
} from '../customers/customer.ts'
import {
  addPartyBody,
  endPartyBody,
  partiesSchema,
  partySchema,
  partySetSchema,
} from '../parties/party.ts'
import { createKeyBody, keySchema, newKeySchema, rotateKeyBody } from '../accounts/keys/key.ts'
import {
  credentialCheckSchema,
  providerCredentialsSchema,
  setCredentialsBody,
} from '../payments/providers/credentials.ts'
import {
  declarePaymentProviderBody,
  paymentProviderSchema,
} from '../payments/providers/payment-provider.ts'
import {
  productDetailSchema,
  productSchema,
  publishProductBody,
  versionDetailSchema,
  versionSchema,
} from '../products/product.ts'
import {
  datasetUseSchema,
  planSchema,
  pushedSchema,
  whatIfSchema,
  validationSchema,
} from '../products/folders/push.ts'
import { differenceSchema } from '../products/difference.ts'
import {
  advanceClockBody,
  clockSchema,
  createClockBody,
  publishOnClockBody,
} from '../test-clocks/test-clock.ts'
import {
  bankReceiptSchema,
  dismissReceiptBody,
  importedReceiptsSchema,
  matchReceiptBody,
  recordReceiptBody,
} from '../receipts/receipt.ts'
import { changeRoleBody, createRoleBody, permissionSchema, roleSchema } from '../roles/role.ts'
import { resolvePaymentBody, resolveRefundBody } from '../payments/resolution.ts'
import {
  setUpSingleSignOnBody,
  singleSignOnSchema,
} from '../people/single-sign-on/single-sign-on.ts'
import { signInAnswerSchema } from '../people/answer-sign-in.ts'
import {
  addPasskeyBody,
  newPasskeyBody,
  passkeySchema,
  signInPasskeyBody,
} from '../people/factors/passkey.ts'
import {
  approvalDetailsSchema,
  approvalSchema,
  approveBody,
  approvedSchema,
  declineBody,
  requestApprovalBody,
} from '../approvals/approval.ts'
import { approvalRulesSchema, changeApprovalRulesBody } from '../approvals/approval-rules.ts'
import { signInRulesSchema, signInRulesShownSchema } from '../people/sign-in-rules/sign-in-rules.ts'
import {
  beginTotpBody,
  confirmTotpBody,
  removeTotpBody,
  renewRecoveryCodesBody,
  signInCodeBody,
} from '../people/factors/totp.ts'
import { colleagueSchema } from '../users/list-colleagues.ts'
import { factorsSchema, grantSchema, sessionSchema, userSchema } from '../people/person.ts'
import { meSchema } from '../people/show-me.ts'
import { signInBody } from '../people/sign-in.ts'
import { acceptBody, resetBody, resetRequestBody, secretBody } from '../people/links/link.ts'
import { changeEmailBody } from '../people/me/change-email.ts'
import { changeMeBody } from '../people/me/change-me.ts'
import { changePasswordBody } from '../people/me/change-password.ts'
import { createTokenBody, newTokenSchema, tokenSchema } from '../people/me/token.ts'
import {
  changeRolesBody,
  emailLinkBody,
  inviteUserBody,
  newUserSchema,
  userDetailsSchema,
  userLinkSchema,
  userSchema as memberSchema,
} from '../users/user.ts'
import { policySummarySchema } from '../policies/policy-summary.ts'
import {
  revealFieldBody,
  revealLeadFieldBody,
  revealQuoteFieldBody,
  revealedFieldSchema,
} from '../reveal/reveal.ts'
import { paymentSummarySchema } from '../payments/payment-summary.ts'
import { quoteSummarySchema } from '../quotes/quote-summary.ts'

import {
  attemptSchema,
  changeWebhookBody,
  createWebhookBody,
  deliverySchema,
  resentSchema,
  newWebhookSchema,
  resendBody,
  rotateWebhookBody,
  testAnswerSchema,
  webhookSchema,
} from '../webhooks/webhook.ts'

/** The schemas of the Management API that routes and other schemas refer to by name. */
const schemas = [
  ledgerAccountSchema,
  journalLineSchema,
  trialBalanceSchema,
  taxesSchema,
  closeMonthBody,
  closingSchema,
  agreeOnCommissionBody,
  commissionAgreementSchema,
  commissionAgreementsSchema,
  commissionEntrySchema,
  commissionStatementSchema,
  shownStatementSchema,
  makeStatementBody,
  finishStatementBody,
  colleagueSchema,
  userSchema,
  sessionSchema,
  grantSchema,
  meSchema,
  singleSignOnSchema,
  setUpSingleSignOnBody,
  signInBody,
  acceptBody,
  resetBody,
  secretBody,
  resetRequestBody,
  changePasswordBody,
  changeMeBody,
  changeEmailBody,
  tokenSchema,
  newTokenSchema,
  createTokenBody,
  memberSchema,
  newUserSchema,
  userDetailsSchema,
  userLinkSchema,
  inviteUserBody,
  changeRolesBody,
  emailLinkBody,
  signInAnswerSchema,
  factorsSchema,
  beginTotpBody,
  confirmTotpBody,
  removeTotpBody,
  renewRecoveryCodesBody,
  signInCodeBody,
  passkeySchema,
  newPasskeyBody,
  addPasskeyBody,
  signInPasskeyBody,
  signInRulesSchema,
  signInRulesShownSchema,
  requestApprovalBody,
  approveBody,
  declineBody,
  approvalSchema,
  approvalDetailsSchema,
  approvedSchema,
  changeApprovalRulesBody,
  approvalRulesSchema,
  accountSchema,
  setMailAddressBody,
  createDistributorBody,
  askForImpactBody,
  impactSchema,
  createMassEndorsementBody,
  massEndorsementSchema,
  shownMassEndorsementSchema,
  massResultSchema,
  impactSummarySchema,
  keySchema,
  newKeySchema,
  createKeyBody,
  rotateKeyBody,
  permissionSchema,
  roleSchema,
  createRoleBody,
  changeRoleBody,
  paymentProviderSchema,
  declarePaymentProviderBody,
  providerCredentialsSchema,
  setCredentialsBody,
  credentialCheckSchema,
  problemSchema,
  productFilesBody,
  validationSchema,
  pushedSchema,
  whatIfSchema,
  differenceSchema,
  datasetUseSchema,
  planSchema,
  productSchema,
  publishProductBody,
  versionSchema,
  productDetailSchema,
  versionDetailSchema,
  priceFolderBody,
  explainedPriceSchema,
  draftFromWorkbookBody,
  draftSchema,
  replaceWorkbookBody,
  replacedWorkbookSchema,
  previewDocumentsBody,
  previewedDocumentsSchema,
  previewMailsBody,
  previewedMailsSchema,
  explainedQuoteSchema,
  portfolioCheckSchema,
  clockSchema,
  createClockBody,
  advanceClockBody,
  publishOnClockBody,
  quoteSummarySchema,
  revealFieldBody,
  revealLeadFieldBody,
  revealQuoteFieldBody,
  revealedFieldSchema,
  policySummarySchema,
  paymentSummarySchema,
  resolvePaymentBody,
  resolveRefundBody,
  invoiceSummarySchema,
  listedInvoiceSchema,
  earnedPremiumSchema,
  openItemSchema,
  openItemTotalsSchema,
  disputeSchema,
  acceptDifferenceBody,
  reconciliationAccountSchema,
  reconciliationItemSchema,
  invoiceSchema,
  writeOffBody,
  deferInvoiceBody,
  payoutAccountSchema,
  payoutSchema,
  letterSchema,
  sendLetterBody,
  deliverLetterBody,
  returnLetterBody,
  mailSchema,
  declaredWithdrawalSchema,
  settleWithdrawalBody,
  mailDetailSchema,
  checkedSenderSchema,
  mailServerSchema,
  setMailServerBody,
  testMailServerBody,
  testedMailServerSchema,
  suppressAddressBody,
  suppressedAddressSchema,
  receivedReportSchema,
  shownPayoutSchema,
  setPayoutAccountBody,
  resolvePayoutBody,
  payOutCreditBody,
  paidOutCreditSchema,
  exportPayoutsBody,
  payoutBatchSchema,
  manualEntrySchema,
  listedEntrySchema,
  manualEntriesSchema,
  enterMoneyBody,
  reverseEntryBody,
  partySetSchema,
  partySchema,
  partiesSchema,
  addPartyBody,
  endPartyBody,
  customerJoinSchema,
  joinedCustomerSchema,
  searchResultSchema,
  searchResultsSchema,
  createTaskBody,
  changeTaskBody,
  taskSchema,
  writeNoteBody,
  noteSchema,
  inboxSchema,
  healthSchema,
  stuckPolicySchema,
  figuresSchema,
  loggedRequestSchema,
  requestErrorsSchema,
  saveViewBody,
  changeViewBody,
  savedViewSchema,
  customerSchema,
  customerAccountSchema,
  joinCustomersBody,
  splitCustomerBody,
  recordReceiptBody,
  bankReceiptSchema,
  importedReceiptsSchema,
  matchReceiptBody,
  dismissReceiptBody,
  dunningCaseSchema,
  listedDunningCaseSchema,
  listedDunningHoldSchema,
  shownDunningCaseSchema,
  holdDunningBody,
  legalActionBody,
  decideLapseBody,
  dunningHoldSchema,
  eventSchema,
  auditEntrySchema,
  evidenceLinkSchema,
  evidenceSchema,
  policyHistorySchema,
  handoverSchemas.handover,
  handoverSchemas.record,
  policyTimelineSchema,
  versionComparisonSchema,
  managedDatasetSchema,
  importedSchema,
  accessTokenSchema,
  newAccessTokenSchema,
  createAccessTokenBody,
  webhookSchema,
  newWebhookSchema,
  createWebhookBody,
  changeWebhookBody,
  rotateWebhookBody,
  resendBody,
  attemptSchema,
  deliverySchema,
  resentSchema,
  testAnswerSchema,
]

export function addManagementSchemas(app: App): void {
  for (const schema of schemas) app.addSchema(schema)
}
