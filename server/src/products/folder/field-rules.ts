import type { FieldRule } from '../../rules/index.ts'
import type { Part } from './part.ts'

const rulesMax = 500
const listRules = 'Write a list of entries {name, path, validation}; it may be empty.'

/** Entries of quote.json or fields.json. What the rule strings say is for the rules room to judge. */
export function readFieldRules(part: Part): FieldRule[] {
  const entries = part.list(listRules)
  if (entries.length > rulesMax) {
    part.refuse(`${part.label} has more than ${rulesMax} entries.`, 'Split the product into items.')
  }
  const rules = entries.slice(0, rulesMax).map((entry) => ({ entry, rule: readFieldRule(entry) }))
  const seen = new Set<string>()
  for (const { entry, rule } of rules) {
    const whole = rule.path === null ? rule.name : `${rule.path}.${rule.name}`
    if (rule.name !== '' && seen.has(whole)) {
      entry.refuse(`The field ${whole} is described twice.`, 'Join the two rule strings into one.')
    }
    seen.add(whole)
  }
  return rules.map(({ rule }) => rule)
}

function readFieldRule(part: Part): FieldRule {
  part.hasOnly(['name', 'path', 'validation', 'comment'])
  // For people who read the file; nobody else does.
  part.member('comment').optional('', (comment) => comment.text('Write the comment as a text.'))
  const validation = part.member('validation')
  const fix = 'Write a rule string, for example string|required.'
  return {
    name: part.member('name').text("Write the field's name."),
    path: readPath(part.member('path')),
    // An optional field without rules is allowed, so an empty text is fine here.
    validation: validation.value === '' ? '' : validation.text(fix),
  }
}

function readPath(part: Part): string | null {
  const fix = 'Write "data" for fields inside data, or null for fields of the document itself.'
  if (part.value === null) return null
  return part.text(fix)
}
