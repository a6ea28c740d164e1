import type { App, HttpDeps } from '../deps.ts'
import { accountSchema, addAccounts, createDistributorBody } from './accounts.ts'
import { addExplainPrice, explainedPriceSchema, priceFolderBody } from './explain-price.ts'
import { addHistory, auditEntrySchema, eventSchema, policyHistorySchema } from './history.ts'
import { addKeys, createKeyBody, keySchema, newKeySchema, rotateKeyBody } from './keys.ts'
import { problemSchema, productFilesBody } from './product-files.ts'
import { addProducts, productDetailSchema, productSchema, versionSchema } from './products.ts'
import {
  addPushProduct,
  differenceSchema,
  planSchema,
  pushedSchema,
  validationSchema,
} from './push-product.ts'
import {
  addSearch,
  paymentSummarySchema,
  policySummarySchema,
  quoteSummarySchema,
} from './search.ts'

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
  priceFolderBody,
  explainedPriceSchema,
  quoteSummarySchema,
  policySummarySchema,
  paymentSummarySchema,
  eventSchema,
  auditEntrySchema,
  policyHistorySchema,
]

/** The Management API: what the console and the command line use, with an insurer's secret key. */
export function addManage(app: App, deps: HttpDeps): void {
  for (const schema of schemas) app.addSchema(schema)
  addAccounts(app, deps)
  addKeys(app, deps)
  addPushProduct(app, deps)
  addProducts(app, deps)
  addExplainPrice(app, deps)
  addSearch(app, deps)
  addHistory(app, deps)
}
