export type * from './rule-types.ts'
