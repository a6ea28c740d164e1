export * from './account.ts'
export * from './authenticate.ts'
export * from './create-account.ts'
export { hasAccounts, selectAccount, selectAccountByKey } from './identity-store.ts'
