import type { App } from '../../deps.ts'
import { problemSchema, productFilesBody } from '../files/product-files.ts'
import { auditEntrySchema } from '../list-audit.ts'
import { previewDocumentsBody, previewedDocumentsSchema } from '../preview-documents.ts'
import { draftFromWorkbookBody, draftSchema } from '../draft-from-workbook.ts'
import { replaceWorkbookBody, replacedWorkbookSchema } from '../replace-workbook.ts'
import { explainedPriceSchema, priceFolderBody } from '../price-folder.ts'
import { policyHistorySchema } from '../show-policy-history.ts'
import { accessTokenSchema, createAccessTokenBody, newAccessTokenSchema } from './access-token.ts'
import { accountSchema, createDistributorBody } from './account.ts'
import { bookCheckSchema } from './book-check.ts'
import { askForImpactBody, impactSchema, impactSummarySchema } from './impact.ts'
import { importedSchema, managedDatasetSchema } from './dataset.ts'
import {
  dunningCaseSchema,
  dunningHoldSchema,
  holdDunningBody,
  shownDunningCaseSchema,
} from './dunning.ts'
import { eventSchema } from './event.ts'
import { evidenceLinkSchema, evidenceSchema } from './evidence.ts'
import { explainedQuoteSchema } from './explained-quote.ts'
import { invoiceSchema, invoiceSummarySchema, writeOffBody } from './invoice.ts'
import { createKeyBody, keySchema, newKeySchema, rotateKeyBody } from './key.ts'
import { declarePaymentProviderBody, paymentProviderSchema } from './payment-provider.ts'
import {
  productDetailSchema,
  productSchema,
  publishProductBody,
  versionDetailSchema,
  versionSchema,
} from './product.ts'
import {
  datasetUseSchema,
  differenceSchema,
  planSchema,
  pushedSchema,
  whatIfSchema,
  validationSchema,
} from './push.ts'
import { advanceClockBody, clockSchema, createClockBody, publishOnClockBody } from './test-clock.ts'
import {
  bankReceiptSchema,
  dismissReceiptBody,
  importedReceiptsSchema,
  matchReceiptBody,
  recordReceiptBody,
} from './receipt.ts'
import { resolvePaymentBody, resolveRefundBody } from './resolution.ts'
import { paymentSummarySchema, policySummarySchema, quoteSummarySchema } from './summaries.ts'

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
} from './webhook.ts'

/** The schemas of the Management API that routes and other schemas refer to by name. */
const schemas = [
  accountSchema,
  createDistributorBody,
  askForImpactBody,
  impactSchema,
  impactSummarySchema,
  keySchema,
  newKeySchema,
  createKeyBody,
  rotateKeyBody,
  paymentProviderSchema,
  declarePaymentProviderBody,
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
  explainedQuoteSchema,
  bookCheckSchema,
  clockSchema,
  createClockBody,
  advanceClockBody,
  publishOnClockBody,
  quoteSummarySchema,
  policySummarySchema,
  paymentSummarySchema,
  resolvePaymentBody,
  resolveRefundBody,
  invoiceSummarySchema,
  invoiceSchema,
  writeOffBody,
  recordReceiptBody,
  bankReceiptSchema,
  importedReceiptsSchema,
  matchReceiptBody,
  dismissReceiptBody,
  dunningCaseSchema,
  shownDunningCaseSchema,
  holdDunningBody,
  dunningHoldSchema,
  eventSchema,
  auditEntrySchema,
  evidenceLinkSchema,
  evidenceSchema,
  policyHistorySchema,
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
