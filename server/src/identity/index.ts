export * from './account.ts'
export * from './authenticate.ts'
export * from './create-account.ts'
export {
  hasAccounts,
  type KeyRecord,
  selectAccount,
  selectAccountByKey,
  selectAccountsCreatedBy,
  selectKey,
  selectKeys,
} from './identity-store.ts'
