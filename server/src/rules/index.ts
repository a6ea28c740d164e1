export type * from './rule-types.ts'
export { compileRules } from './compile-rules.ts'
export { explainError, explainedLanguages } from './messages/explain-error.ts'
export { parseRules } from './parse-rules.ts'
