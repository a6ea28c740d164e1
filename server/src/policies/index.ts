export { policyJobs } from './background-jobs.ts'
export {
  type PolicyOfQuote,
  countInForce,
  countTermsEnding,
  selectMassPage,
  selectPortfolioPage,
  selectTermsEnding,
} from './portfolio-store.ts'
export { selectSoldBy } from './sold-by-store.ts'
export { coverOf } from './cover-of.ts'
export { selectPoliciesOfCustomers } from './customer-store.ts'
export { currentSnapshot, policyAt } from './current-snapshot.ts'
export * from './document-delivery.ts'
export { selectDeliveries } from './document-delivery-store.ts'
export { documentsDue } from './documents-due.ts'
export { endBeforeLapse } from './end-before-lapse.ts'
export * from './find-policy.ts'
export { selectHeldLifetime } from './due-store.ts'
export { type Policyholder, selectPolicyholders } from './policyholder-store.ts'
export { type SaleOfPolicy, productOfPolicy, selectSalesOf } from './sale-of-policy-store.ts'
export { limitsByPolicy, limitsByPolicyAndProduct } from './limits-store.ts'
export { instalmentDeadline } from './instalment-deadline.ts'
export { billingPlan, instalmentsDue, isPaidInOne, periodsFallenDue } from './instalments-due.ts'
export {
  type ActivatedVersion,
  type IssuedPolicy,
  type IssuedSearch,
  searchIssued,
  selectActivated,
} from './issued-store.ts'
export { invoiceTokensKept } from './invoice-tokens.ts'
export * from './keep-secret.ts'
export * from './moment-of-policy.ts'
export { overdueDeadline } from './overdue-deadline.ts'
export { planOf } from './plan-of.ts'
export * from './policy.ts'
export { type PointOfView, momentOf, policyAsOf } from './policy-as-of.ts'
export { type ContentDocument, documentOf, knownFrom, pick } from './policy-content.ts'
export * from './dated-policies.ts'
export * from './policy-search-store.ts'
export {
  type NewPolicy,
  type StatusMove,
  lockPolicies,
  lockInBatch,
  policiesLocked,
  policiesMade,
  policiesMoved,
  selectPolicies,
  selectPolicy,
  updateHolder,
  updateTermEnd,
  updateToVersion,
} from './policy-store.ts'
export * from './policy-version.ts'
export { type FoundSale, type SaleHint, quickSearchPolicies } from './quick-search-store.ts'
export { priceOf } from './price-of.ts'
export { projectionFaults } from './projection-faults.ts'
export { type BilledPolicy, readBilled, readBilledPolicy, timelineOf } from './read-billed.ts'
export { readEnding } from './read-ending.ts'
export { readInForce } from './read-in-force.ts'
export { recordDelivery } from './record-delivery.ts'
export * from './read-version.ts'
export * from './reasons.ts'
export * from './rotate-secrets.ts'
export { type PolicySecret, bindingOf, secretsKept, selectSecret } from './secret-store.ts'
export { selectPoliciesOfLeads } from './sold-leads-store.ts'
export { type SoldTerm, termEndOf } from './term-end.ts'
export { searchTermsEnding } from './term-search-store.ts'
export * from './version-store.ts'
