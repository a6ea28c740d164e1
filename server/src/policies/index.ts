export * from './assemble-cancellation.ts'
export * from './book-store.ts'
export * from './cancel-policy.ts'
export * from './create-offer.ts'
export * from './expire-policies.ts'
export * from './issue-policy.ts'
export * from './papers-due.ts'
export * from './policy.ts'
export {
  lockPolicies,
  policiesLocked,
  selectPolicy,
  selectPolicyVersion,
  selectPolicyVersions,
} from './policy-store.ts'
export * from './policy-tokens.ts'
export * from './recent-offers.ts'
export * from './rotate-secrets.ts'
export * from './seal-old-tokens.ts'
export * from './policy-search-store.ts'
export { selectSecret } from './secret-store.ts'
export * from './sensitive-data.ts'
