import type { BodyPace } from '../../settings/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addAdvanceClock } from './advance-clock.ts'
import { addAskForImpact } from './ask-for-impact.ts'
import { addCompareVersions } from './compare-versions.ts'
import { addCreateAccessToken } from './create-access-token.ts'
import { addCreateClock } from './create-clock.ts'
import { addCreateDistributor } from './create-distributor.ts'
import { addCreateKey } from './create-key.ts'
import { addDeclarePaymentProvider } from './declare-payment-provider.ts'
import { addDraftFromWorkbook } from './draft-from-workbook.ts'
import { addDismissReceipt } from './dismiss-receipt.ts'
import { addExplainPolicy } from './explain-policy.ts'
import { addExplainQuote } from './explain-quote.ts'
import { addExportImpact } from './export-impact.ts'
import { addExportDataset } from './export-dataset.ts'
import { addFolderCalls } from './files/multipart-folder.ts'
import { addFillQuoteWorkbook } from './fill-quote-workbook.ts'
import { addHoldDunning } from './hold-dunning.ts'
import { addImportDataset } from './import-dataset.ts'
import { addImportReceipts } from './import-receipts.ts'
import { addKeepWhatIf } from './keep-what-if.ts'
import { addListAccessTokens } from './list-access-tokens.ts'
import { addListAccounts } from './list-accounts.ts'
import { addListAudit } from './list-audit.ts'
import { addListClocks } from './list-clocks.ts'
import { addListDatasets } from './list-datasets.ts'
import { addListEvidence } from './list-evidence.ts'
import { addListEvents } from './list-events.ts'
import { addListHolds } from './list-holds.ts'
import { addListImpacts } from './list-impacts.ts'
import { addListKeys } from './list-keys.ts'
import { addListPaymentProviders } from './list-payment-providers.ts'
import { addListProducts } from './list-products.ts'
import { addMatchReceipt } from './match-receipt.ts'
import { addOwnChanges } from './own-changes.ts'
import { addPlanProduct } from './plan-product.ts'
import { addPreviewDocuments } from './preview-documents.ts'
import { addPriceFolder } from './price-folder.ts'
import { addPublishProduct } from './publish-product.ts'
import { addPublishOnClock } from './publish-on-clock.ts'
import { addPullProduct } from './pull-product.ts'
import { addPushProduct } from './push-product.ts'
import { addKnownMembers } from './known-members.ts'
import { addKnownParameters } from './query/known-parameters.ts'
import { addRecordReceipt } from './record-receipt.ts'
import { addRemovePaymentProvider } from './remove-payment-provider.ts'
import { addRehearseRenewals } from './rehearse-renewals.ts'
import { addResolvePayment } from './resolve-payment.ts'
import { addResolveRefund } from './resolve-refund.ts'
import { addRevokeAccessToken } from './revoke-access-token.ts'
import { addRevokeKey } from './revoke-key.ts'
import { addRotateKey } from './rotate-key.ts'
import { addSearchDunning } from './search-dunning.ts'
import { addSearchInvoices } from './search-invoices.ts'
import { addSearchOffers } from './search-offers.ts'
import { addSearchPayments } from './search-payments.ts'
import { addSearchPolicies } from './search-policies.ts'
import { addSearchLeads } from './search-leads.ts'
import { addSearchQuotes } from './search-quotes.ts'
import { addSearchReceipts } from './search-receipts.ts'
import { addSearchRenewals } from './search-renewals.ts'
import { addShowBookCheck } from './show-book-check.ts'
import { addShowClock } from './show-clock.ts'
import { addShowDunningCase } from './show-dunning-case.ts'
import { addShowDataset } from './show-dataset.ts'
import { addShowImpact } from './show-impact.ts'
import { addShowInvoice } from './show-invoice.ts'
import { addShowPolicyHistory } from './show-policy-history.ts'
import { addShowProductVersion } from './show-product-version.ts'
import { addShowProduct } from './show-product.ts'
import { addStopImpact } from './stop-impact.ts'
import { addStartBookCheck } from './start-book-check.ts'
import { addValidateProduct } from './validate-product.ts'
import { addWriteOffInvoice } from './write-off-invoice.ts'
import { addCreateWebhook } from './create-webhook.ts'
import { addDeleteWebhook } from './delete-webhook.ts'
import { addListDeliveries } from './list-deliveries.ts'
import { addListWebhooks } from './list-webhooks.ts'
import { addReleaseHold } from './release-hold.ts'
import { addReplaceWorkbook } from './replace-workbook.ts'
import { addResendDeliveries } from './resend-deliveries.ts'
import { addRotateWebhook } from './rotate-webhook.ts'
import { addShowWebhook } from './show-webhook.ts'
import { addTestWebhook } from './test-webhook.ts'
import { addChangeWebhook } from './change-webhook.ts'
import { addManagementSchemas } from './wire/index.ts'

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
  addListAccounts(app, deps)
  addCreateDistributor(app, deps)
  addListKeys(app, deps)
  addCreateKey(app, deps)
  addRotateKey(app, deps)
  addRevokeKey(app, deps)
  addListPaymentProviders(app, deps)
  addDeclarePaymentProvider(app, deps)
  addRemovePaymentProvider(app, deps)
  addFolderCalls(app, deps.workshop, (scope) => {
    addValidateProduct(scope, deps)
    addPlanProduct(scope, deps)
    addPushProduct(scope, deps)
    addKeepWhatIf(scope, deps)
    addPriceFolder(scope, deps)
    addPreviewDocuments(scope, deps)
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
  addStartBookCheck(app, deps)
  addShowBookCheck(app, deps)
  addAskForImpact(app, deps)
  addListImpacts(app, deps)
  addShowImpact(app, deps)
  addStopImpact(app, deps)
  addExportImpact(app, deps, options.bodyPace)
  addCreateClock(app, deps)
  addListClocks(app, deps)
  addShowClock(app, deps)
  addAdvanceClock(app, deps)
  addPublishOnClock(app, deps)
  addListDatasets(app, deps)
  addShowDataset(app, deps)
  addExportDataset(app, deps, options.bodyPace)
  addImportDataset(app, deps, options.uploadBytesMax)
  addListAccessTokens(app, deps)
  addCreateAccessToken(app, deps)
  addRevokeAccessToken(app, deps)
  addSearchQuotes(app, deps)
  addSearchLeads(app, deps)
  addSearchOffers(app, deps)
  addSearchPolicies(app, deps)
  addSearchRenewals(app, deps)
  addRehearseRenewals(app, deps)
  addSearchDunning(app, deps)
  addHoldDunning(app, deps)
  addListHolds(app, deps)
  addReleaseHold(app, deps)
  addShowDunningCase(app, deps)
  addSearchPayments(app, deps)
  addResolvePayment(app, deps)
  addResolveRefund(app, deps)
  addSearchInvoices(app, deps)
  addShowInvoice(app, deps)
  addWriteOffInvoice(app, deps)
  addRecordReceipt(app, deps)
  addImportReceipts(app, deps)
  addSearchReceipts(app, deps)
  addMatchReceipt(app, deps)
  addDismissReceipt(app, deps)
  addShowPolicyHistory(app, deps)
  addListEvents(app, deps)
  addListAudit(app, deps)
  addListEvidence(app, deps)
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
