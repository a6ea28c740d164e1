import { type Problem, nearestWord } from './words/index.ts'
import { complaintsAbout } from './argument-kinds.ts'
import type { Complaint } from './rule-spec.ts'
import { ruleTable } from './rule-table.ts'
import type { FieldRule, ParsedRule, ParseRulesResult } from './rule-types.ts'
import { tokenize } from './tokenize.ts'

const ruleStringLengthMax = 50_000

/** Reads one rule string by itself; what needs the other fields is left to `compileRules`. */
export function parseRules(field: FieldRule, file: string): ParseRulesResult {
  const { rules, problems } = readRules(field, file)
  return problems.length === 0 ? { ok: true, rules } : { ok: false, problems }
}

/** The rules that are well written, and the problems of those that are not. */
export function readRules(
  field: FieldRule,
  file: string,
): { rules: ParsedRule[]; problems: Problem[] } {
  if (field.validation.length > ruleStringLengthMax) {
    return { rules: [], problems: [problemAt(field, file, '', tooLong)] }
  }
  const { tokens, complaints } = tokenize(field.validation)
  const rules: ParsedRule[] = []
  const problems = complaints.map(({ rule, ...complaint }) =>
    problemAt(field, file, rule, complaint),
  )
  for (const token of tokens) {
    const complaintsOfRule = complaintsAboutRule(token)
    if (complaintsOfRule.length === 0) rules.push(token)
    for (const complaint of complaintsOfRule) {
      problems.push(problemAt(field, file, token.name, complaint))
    }
  }
  return { rules, problems }
}

const tooLong: Complaint = {
  message: `The rule string is longer than ${ruleStringLengthMax} characters.`,
  fix: 'Put long lists of values into a dataset and use `in_dataset`.',
}

function complaintsAboutRule({ name, arguments: args }: ParsedRule): Complaint[] {
  const spec = ruleTable.get(name)
  if (spec !== undefined) return complaintsAbout(name, args, spec.arguments)
  const nearest = nearestWord(name, ruleTable.keys())
  const fix =
    nearest === null
      ? `The rules are ${[...ruleTable.keys()].join(', ')}.`
      : `Did you mean \`${nearest}\`?`
  return [{ message: `There is no rule \`${name}\`.`, fix }]
}

/** The place is the field, then the rule: `data.start, after`. */
export function problemAt(
  field: FieldRule,
  file: string,
  rule: string,
  { message, fix }: Complaint,
): Problem {
  const name = field.path === null ? field.name : `${field.path}.${field.name}`
  return { file, place: rule === '' ? name : `${name}, ${rule}`, message, fix }
}
