export { type PolicyAccount, readAccount } from './read-account.ts'
export { entryKinds } from './statement.ts'
