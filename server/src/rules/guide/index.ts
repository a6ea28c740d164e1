export { listRules, type RulePage } from './list-rules.ts'
export { writeGuide } from './write-guide.ts'
