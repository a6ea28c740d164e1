export * from './assemble-order.ts'
export * from './book-store.ts'
export * from './cancel-policy.ts'
export * from './change-policy.ts'
export * from './create-offer.ts'
export * from './find-sale.ts'
export * from './issue-policy.ts'
export * from './lapse-proposal.ts'
export { layNow, layOldPolicies, layPolicy, readLaid } from './lay-old.ts'
export { documentsDue, occasionsOf } from './documents-due.ts'
export * from './policy-book.ts'
export { projectionFaults } from './projection-faults.ts'
export { endingRuleOf } from './ending-rule.ts'
export * from './policy.ts'
export { lockPolicies, policiesLocked, selectPolicies, selectPolicy } from './policy-store.ts'
export { type PointOfView, momentOf, policyAsOf } from './policy-as-of.ts'
export * from './policy-tokens.ts'
export { type QuotedPolicyChange, quoteChange } from './quote-change.ts'
export { waysToSettle } from './foresee-change.ts'
export * from './recent-offers.ts'
export * from './rotate-secrets.ts'
export * from './seal-old-tokens.ts'
export * from './policy-search-store.ts'
export { frequencyOf } from './sold-timeline.ts'
export { selectSecret } from './secret-store.ts'
export * from './sensitive-data.ts'
export * from './read-version.ts'
export type { PolicySegment, PolicyTimeline } from './policy-version.ts'
export {
  type HeldVersion,
  selectContents,
  selectHeldVersions,
  selectPolicyVersion,
  selectPolicyVersions,
  selectTimelines,
} from './version-store.ts'
export * from './reasons.ts'
