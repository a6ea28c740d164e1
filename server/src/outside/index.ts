export * from './address-refusal.ts'
export * from './outside-host.ts'
export * from './private-address.ts'
export * from './signatures.ts'
