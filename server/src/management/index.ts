export * from './create-distributor.ts'
export * from './manage-keys.ts'
export * from './manage-products.ts'
export * from './managed-account.ts'
