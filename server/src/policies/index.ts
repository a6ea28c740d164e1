export * from './assemble-cancellation.ts'
export * from './book-page.ts'
export * from './cancel-policy.ts'
export * from './create-offer.ts'
export * from './expire-policies.ts'
export * from './issue-policy.ts'
export * from './name-conditions.ts'
export * from './papers-due.ts'
export * from './policy.ts'
export {
  lockPolicies,
  policiesLocked,
  selectPolicy,
  selectPolicyVersion,
  selectPolicyVersions,
} from './policy-store.ts'
export type { NewPolicy, PolicyVersion } from './policy-store.ts'
export * from './policy-tokens.ts'
export * from './recent-offers.ts'
export * from './rotate-secrets.ts'
export * from './seal-old-tokens.ts'
export * from './search-policies.ts'
export { selectSecret } from './secret-store.ts'
export * from './sensitive-data.ts'
