export type * from './rule-types.ts'
export { compileRules } from './compile-rules.ts'
export { parseRules } from './parse-rules.ts'
