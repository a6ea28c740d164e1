export * from './carry-out-renewal.ts'
export { decideRenewal, unpriced } from './decide-renewal.ts'
export { type Asker, type FoundRenewal, findRenewal } from './find-renewal.ts'
export { foreseeByDraft } from './foresee-by-draft.ts'
export type { ForeseenRenewal } from './foresee-renewal.ts'
export { noticeDue, priceRenewal } from './price-renewal.ts'
export * from './reasons.ts'
export { rehearseRenewals } from './rehearse-renewals.ts'
export {
  type Renewal,
  type RenewalProblem,
  type RenewalState,
  problemTexts,
  renewalStates,
} from './renewal.ts'
export { selectRenewal } from './renewal-store.ts'
export { searchRenewals } from './search-renewals.ts'
export { retryRenewal } from './retry-renewal.ts'
