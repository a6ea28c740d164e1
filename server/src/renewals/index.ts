export * from './carry-out-renewal.ts'
export { type Decision, decideRenewal, unpriced } from './decide-renewal.ts'
export { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
export { priceRenewal } from './price-renewal.ts'
export * from './reasons.ts'
export {
  type Renewal,
  type RenewalProblem,
  type RenewalState,
  problemTexts,
  renewalStates,
} from './renewal.ts'
export { retryRenewal } from './retry-renewal.ts'
