export * from './billing.ts'
export * from './check-data.ts'
export * from './check-patch.ts'
export * from './create-quote.ts'
export { type OnCalculationFailed, priceAnswers } from './price-answers.ts'
export type { PriceOutOfRange } from './price-out-of-range.ts'
export { reportPriceOutOfRange } from './report-price-out-of-range.ts'
export * from './price-endorsement.ts'
export * from './recent-quotes.ts'
export {
  type AnsweredQuote,
  countQuotes,
  selectAnsweredQuotes,
  selectQuoteIds,
} from './quote-portfolio-store.ts'
export {
  type NewQuote,
  type SaveQuote,
  insertQuotes,
  quoteWriter,
  selectQuote,
  selectQuotes,
  selectTaxRates,
} from './quote-store.ts'
export { type Quote, mintQuoteToken } from './quote.ts'
export * from './recompute-quote.ts'
export * from './redeem-quote.ts'
export * from './quote-search-store.ts'
export * from './reasons.ts'
