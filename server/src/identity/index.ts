export {
  type AccessTokenRecord,
  type TokenHolder,
  selectAccessTokens,
} from './access-token-store.ts'
export * from './account.ts'
export * from './act.ts'
export * from './authenticate.ts'
export * from './built-in-roles.ts'
export * from './create-access-token.ts'
export * from './create-account.ts'
export {
  accountOfMember,
  hasAccounts,
  type Insurer,
  type KeyRecord,
  lockAccount,
  selectAccount,
  selectAccountByKey,
  selectDistributorOf,
  selectAccountsCreatedBy,
  selectMailAddress,
  updateMailAddress,
  selectKey,
  selectKeys,
  selectInsurers,
  selectManagerOf,
  selectManagers,
  selectRolesOfKeys,
} from './identity-store.ts'
export * from './grants.ts'
export * from './permission.ts'
export * from './reasons.ts'
export * from './role.ts'
export * from './role-store.ts'
export { type LimitColumns, column, withinLimits } from './within-limits-store.ts'
