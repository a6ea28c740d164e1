export { activateOrder } from './activate-order.ts'
export * from './assemble-order.ts'
export {
  type PolicyOfQuote,
  countInForce,
  countTermsEnding,
  selectBookPage,
  selectTermsEnding,
} from './book-store.ts'
export * from './cancel-policy.ts'
export { type ChangeLink, mintChangeLink, openChangeLink } from './change-link.ts'
export * from './change-policy.ts'
export * from './create-offer.ts'
export * from './find-proposal.ts'
export * from './find-sale.ts'
export { type Decide, type ForeseeDeps, type ForeseenOrder, foreseeOrder } from './foresee-order.ts'
export { readInForce } from './read-in-force.ts'
export { type ReadOrder, readOrders } from './read-orders.ts'
export { openChange } from './open-change.ts'
export { ordersOpenTo } from './orders-open-to.ts'
export { type OrderKind, assertPossible, orderKinds } from './possible-orders.ts'
export { type PolicyOrder, assertOrderable } from './accept-order.ts'
export { instalmentDeadline } from './instalment-deadline.ts'
export { billingPlan, instalmentsDue } from './instalments-due.ts'
export * from './issue-policy.ts'
export { lapsePolicy } from './lapse-policy.ts'
export * from './lapse-proposal.ts'
export { type BilledPolicy, readBilled, readBilledPolicy } from './read-billed.ts'
export { documentsDue, occasionsOf } from './documents-due.ts'
export * from './moment-of-policy.ts'
export { overdueDeadline } from './overdue-deadline.ts'
export * from './policy-book.ts'
export { projectionFaults } from './projection-faults.ts'
export * from './policy.ts'
export {
  lockPolicies,
  lockTogether,
  policiesLocked,
  selectPolicies,
  selectPolicy,
  updateTermEnd,
} from './policy-store.ts'
export { type ContentDocument, documentOf, knownFrom } from './policy-content.ts'
export { layRenewal, renewPolicy } from './renew-policy.ts'
export { type PointOfView, momentOf, policyAsOf } from './policy-as-of.ts'
export * from './policy-tokens.ts'
export {
  assertAbout,
  digestOf,
  mintPreviewToken,
  openPreviewToken,
  orderDigest,
  promisedUntil,
  sumsOf,
} from './preview-token.ts'
export { type QuotedPolicyChange, quoteChange } from './quote-change.ts'
export { selectPoliciesOfLeads } from './sold-leads-store.ts'
export { waysToSettle } from './foresee-change.ts'
export * from './recent-offers.ts'
export * from './reinstate-policy.ts'
export * from './rotate-secrets.ts'
export * from './policy-search-store.ts'
export { searchTermsEnding } from './term-search-store.ts'
export * from './keep-secret.ts'
export { planOf, priceOf } from './sold-timeline.ts'
export { taxOfCharges } from './tax-of-charges.ts'
export { selectSecret } from './secret-store.ts'
export * from './sensitive-data.ts'
export * from './read-version.ts'
export type { PolicySegment, PolicyTimeline } from './policy-version.ts'
export { endDayOf } from './policy-version.ts'
export {
  type HeldVersion,
  insertContents,
  selectContents,
  selectHeldVersions,
  selectPolicyVersion,
  selectTimelines,
  selectToldQuote,
  type SettledVersion,
} from './version-store.ts'
export { resumePolicy, suspendPolicy } from './suspend-policy.ts'
export * from './reasons.ts'
