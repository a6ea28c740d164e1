export * from './key-ring.ts'
export * from './seal.ts'
export * from './sealed-token.ts'
export * from './secret-hash.ts'
