export * from './private-address.ts'
export * from './signatures.ts'
