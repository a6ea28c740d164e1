import type { BodyPace } from '../body-pace.ts'
import type { App, HttpDeps } from '../deps.ts'
import {
  accessTokenSchema,
  addAccessTokens,
  createAccessTokenBody,
  newAccessTokenSchema,
} from './access-tokens.ts'
import { accountSchema, addAccounts, createDistributorBody } from './accounts.ts'
import { addBookChecks, bookCheckSchema } from './book-checks.ts'
import { importedSchema, managedDatasetSchema } from './dataset-wire.ts'
import { addDatasets } from './datasets.ts'
import { eventSchema } from './event-wire.ts'
import { addExplainPrice, explainedPriceSchema, priceFolderBody } from './explain-price.ts'
import { addExplainQuote, explainedQuoteSchema } from './explain-quote.ts'
import { addImportDataset } from './import-dataset.ts'
import { createKeyBody, keySchema, newKeySchema, rotateKeyBody } from './key-wire.ts'
import { addKeys } from './keys.ts'
import { addKnownParameters } from './known-parameters.ts'
import { addListAudit, auditEntrySchema } from './list-audit.ts'
import { addListEvents } from './list-events.ts'
import { addFolderCalls } from './multipart-folder.ts'
import {
  addPreviewDocuments,
  previewDocumentsBody,
  previewedDocumentsSchema,
} from './preview-documents.ts'
import { problemSchema, productFilesBody } from './product-files.ts'
import { addProductVersions } from './product-versions.ts'
import {
  productDetailSchema,
  productSchema,
  versionDetailSchema,
  versionSchema,
} from './product-wire.ts'
import { addProducts } from './products.ts'
import { addPushProduct } from './push-product.ts'
import { differenceSchema, planSchema, pushedSchema, validationSchema } from './push-wire.ts'
import { addResolveDoubts, resolvePaymentBody, resolveRefundBody } from './resolve-doubts.ts'
import { addSearchPayments } from './search-payments.ts'
import { addSearchPolicies } from './search-policies.ts'
import { addSearchQuotes } from './search-quotes.ts'
import { addShowPolicyHistory, policyHistorySchema } from './show-policy-history.ts'
import { paymentSummarySchema, policySummarySchema, quoteSummarySchema } from './summaries.ts'

const schemas = [
  accountSchema,
  createDistributorBody,
  keySchema,
  newKeySchema,
  createKeyBody,
  rotateKeyBody,
  problemSchema,
  productFilesBody,
  validationSchema,
  pushedSchema,
  differenceSchema,
  planSchema,
  productSchema,
  versionSchema,
  productDetailSchema,
  versionDetailSchema,
  priceFolderBody,
  explainedPriceSchema,
  previewDocumentsBody,
  previewedDocumentsSchema,
  explainedQuoteSchema,
  bookCheckSchema,
  quoteSummarySchema,
  policySummarySchema,
  paymentSummarySchema,
  resolvePaymentBody,
  resolveRefundBody,
  eventSchema,
  auditEntrySchema,
  policyHistorySchema,
  managedDatasetSchema,
  importedSchema,
  accessTokenSchema,
  newAccessTokenSchema,
  createAccessTokenBody,
]

export interface ManageOptions {
  /** The size of a file that may be imported. */
  readonly uploadBytesMax: number
  /** How fast an export has to be taken. */
  readonly bodyPace: BodyPace
}

/** The Management API: what the console and the command line use, with an insurer's secret key. */
export function addManage(app: App, deps: HttpDeps, options: ManageOptions): void {
  for (const schema of schemas) app.addSchema(schema)
  addKnownParameters(app)
  addAccounts(app, deps)
  addKeys(app, deps)
  addFolderCalls(app, deps.workshop, (scope) => {
    addPushProduct(scope, deps)
    addExplainPrice(scope, deps)
    addPreviewDocuments(scope, deps)
  })
  addProducts(app, deps)
  addProductVersions(app, deps)
  addExplainQuote(app, deps)
  addBookChecks(app, deps)
  addDatasets(app, deps, options.bodyPace)
  addImportDataset(app, deps, options.uploadBytesMax)
  addAccessTokens(app, deps)
  addSearchQuotes(app, deps)
  addSearchPolicies(app, deps)
  addSearchPayments(app, deps)
  addResolveDoubts(app, deps)
  addShowPolicyHistory(app, deps)
  addListEvents(app, deps)
  addListAudit(app, deps)
}
