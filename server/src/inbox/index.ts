export { type StuckPolicy, findStuckPolicies } from './find-stuck-policies.ts'
export { allInboxKinds, inboxCountMax, inboxKinds, readInbox } from './read-inbox.ts'
