import { writeUsage } from '../argument-kinds.ts'
import { explainError } from '../messages/explain-error.ts'
import { type RuleName, ruleFamilies } from '../rule-table.ts'
import { type RuleExample, familyTitles, ruleGuide } from './rule-guide.ts'

/** The description of a rule for the command line. */
export interface RulePage {
  readonly name: string
  readonly family: string
  /** The rule with its arguments: `between:<number>,<number>`. */
  readonly usage: string
  readonly about: string
  readonly examples: readonly RuleExample[]
  /** The message of the error if the first example fails. */
  readonly message: string
}

/** Every rule of the table, family by family. */
export function listRules(): RulePage[] {
  return Object.entries(ruleFamilies).flatMap(([family, rules]) =>
    Object.entries(rules).map(([name, spec]) => {
      const { about, examples } = ruleGuide[name as RuleName] // Its type holds it complete.
      return {
        name,
        // The entries of an object have its keys.
        family: familyTitles[family as keyof typeof ruleFamilies],
        usage: writeUsage(name, spec.arguments),
        about,
        examples,
        message: messageOf(name, examples),
      }
    }),
  )
}

function messageOf(name: string, examples: readonly RuleExample[]): string {
  const [example] = examples
  const written = example?.rules.split('|').find((rule) => rule.split(':', 1)[0] === name) ?? ''
  const isPattern = name === 'regex' || name === 'not_regex'
  const args = isPattern ? ['/.../'] : written.split(':').slice(1).join(':').split(',')
  const value = example?.fails[0]
  if (value === undefined || withoutMessage.includes(name)) return ''
  const code = value === null ? 'required' : 'invalid_value'
  const kind = Array.isArray(value) ? 'array' : typeof value === 'string' ? 'string' : 'number'
  const params = args[0] === '' ? {} : { params: { [name]: args } }
  return explainError({ code, field: name, rules: [name], kind, ...params }, 'en')
}

/** These never fail by themselves. */
const withoutMessage: readonly string[] = ['nullable', 'optional', 'sometimes']
