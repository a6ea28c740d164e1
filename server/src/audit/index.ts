export * from './audit-entry.ts'
export * from './audit-store.ts'
