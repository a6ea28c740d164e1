export { allowedValues } from './allowed-values.ts'
export { assertPageAllowed, isPaidBy, liveLogoOrigin, liveOrigins } from './assert-page-allowed.ts'
export * from './cancellation-terms.ts'
export * from './catalogue.ts'
export * from './check-folder.ts'
export { chooseItem } from './choose-item.ts'
export * from './choose-terms.ts'
export * from './compare/index.ts'
export * from './cover.ts'
export { type DraftedProduct, type WorkbookWish, draftProduct } from './draft/draft-product.ts'
export type { SaleQuestion } from './draft/sale/sale.ts'
export type { ProductNames } from './draft/product-names.ts'
export * from './folder/index.ts'
export { type PublishGate, stricter } from './publish-gate.ts'
export { type HandedDocument, handoverDocuments } from './handover-documents.ts'
export { legalPeriodEnd } from './legal-period.ts'
export type { LoadedItem, LoadedVersion } from './load-version.ts'
export { marksOf, marksOfAnswers } from './marks-of.ts'
export type * from './product-definition.ts'
export {
  cancellationKinds,
  checkoutLinks,
  documentOccasions,
  handoverKinds,
  mailEvents,
  noticeProofs,
  planFrequencies,
  receiptModes,
} from './product-definition.ts'
export { type SaleRules, holdToSale, isForUnderwriters } from './hold-to-sale.ts'
export { planAnswer, planAnswers } from './plan-answer.ts'
export { paymentsIn, paymentsPerYear } from './payments-in.ts'
export * from './payment-provider.ts'
export {
  deleteOwnProvider,
  selectDeclaredProviders,
  selectOwnProviders,
  selectPublishedProviders,
  selectPublishedWith,
  upsertOwnProvider,
} from './payment-provider-store.ts'
export * from './open-form.ts'
export * from './publish-product.ts'
export * from './push-product.ts'
export { commonDocuments, publicFileType } from './public-files.ts'
export { readQuestion } from './question.ts'
export {
  findIntegrationRecord,
  findItemRecord,
  selectIntegrations,
  selectNewestVersion,
  selectPlans,
  selectPricingFiles,
  selectProduct,
  selectProductByKey,
  selectProductsOf,
  selectPushedIntegrations,
  selectPushedPlans,
  selectSellersOf,
  selectShownVersion,
  selectSoldOnPages,
  selectVersion,
  selectVersionFiles,
  selectVersionIntegrations,
  selectVersionItems,
  selectVersionSummary,
  selectVersions,
  sharesProduct,
} from './product-store.ts'
export type {
  AnyVersionSummary,
  StoredIntegration,
  StoredProduct,
  StoredVersion,
  StoredVersionItem,
} from './product-store.ts'
export { ownerKey } from './dataset-owners.ts'
export * from './dataset-uses.ts'
export { assertFieldsKept } from './needed-fields.ts'
export { assertKeySeen, findProduct, isProductSeen, listProducts } from './find-product.ts'
export { findVersion } from './find-version.ts'
export { compilable, versionDatasets } from './version-datasets.ts'
export {
  type TryDocuments,
  type CheckOptions,
  type CheckedProduct,
  type FolderMistakes,
  type ValidateDeps,
  validateProduct,
} from './validate-product.ts'
export * from './reasons.ts'
export { selectTaxFacts } from './tax-facts-store.ts'
export { selectTimeZone } from './time-zone-store.ts'
