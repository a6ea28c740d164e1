export * from './calculate.ts'
export * from './compile-pricing.ts'
export {
  type RaterQuestion,
  type RaterResponse,
  type RaterRules,
  refusalOf as raterRefusalOf,
  type HttpPricingConnection as Raters,
  openHttpPricing as openRaters,
} from './http/index.ts'
export { type WatchedPricing, priceMsMax, watchPace } from './pace.ts'
export { knownOutputs } from './premium/output-names.ts'
export { allOutputsOf, outputsOf } from './premium/outputs-of.ts'
export * from './premium/to-premium.ts'
export { priceHere } from './price-here.ts'
export * from './pricing-types.ts'
export { type PricingRoom, openPricingRoom } from './thread/open-pricing-room.ts'
export * from './reasons.ts'
export { type CarriedLayout, carryLayout } from './workbook/carry-layout.ts'
export { isTaxedAt, taxByLaw } from './premium/tax-by-law.ts'
export { placeOf } from '@bindery/spreadsheet'
export { compareWorkbooks } from './workbook/compare-workbooks.ts'
export {
  type ProposeResult,
  type WorkbookProposal,
  proposeFromWorkbook,
} from './workbook/propose/propose-from-workbook.ts'
export type { ProposedCell } from './workbook/propose/candidates.ts'
export type { ProposedField } from './workbook/propose/propose-field.ts'
export type { ProposedLayout } from './workbook/propose/propose-layout.ts'
export * from './workbook/propose/sale-words.ts'
export type { LayoutWish } from './workbook/propose/ensure-layout.ts'
export type { AddedOutput, SaleCells } from './workbook/write-layout.ts'
export {
  type AnswerFields,
  type ExplainedDifference,
  explainDifference,
} from './shares/explain-difference.ts'
export { type PreparedSwaps, prepareSwaps } from './shares/prepare-swaps.ts'
export { type Grain, type Share, type ShareCause, shareCauses } from './shares/share.ts'
