export * from './approximate.ts'
export * from './round-double.ts'
export * from './text.ts'
