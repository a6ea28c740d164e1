import { type FieldRule, type ParsedRule, parseRules } from '../rules/index.ts'

/** A field as a front end asks for it: its rule string, and what can be read off it. */
export interface Question extends FieldRule {
  /** The rule that names the type, or null where none does. */
  readonly type: string | null
  /** Whether it must be answered whatever else is. */
  readonly isRequired: boolean
  /** The values of `in`, as they are to be sent. */
  readonly choices: readonly (string | number)[] | null
  /** The rules that make it required by what other fields say. */
  readonly conditions: readonly ParsedRule[]
  /** The dataset that it names, by key or id. */
  readonly dataset: string | null
}

const types = [
  'string',
  'integer',
  'numeric',
  'boolean',
  'array',
  'object',
  'iso_date',
  'iso_datetime',
]
const demands = ['required', 'required_true', 'required_false', 'accepted']

export function readQuestion({ name, path, validation }: FieldRule): Question {
  const parsed = parseRules({ name, path, validation }, '')
  if (!parsed.ok) throw new Error(`the rules of ${name} were accepted and cannot be read`)
  const { rules } = parsed
  const type = typeIn(rules)
  const choices = rules.find((rule) => rule.name === 'in')?.arguments
  return {
    name,
    path,
    validation,
    type,
    isRequired: rules.some((rule) => demands.includes(rule.name)),
    choices: choices?.map((choice) => valueOf(choice, type)) ?? null,
    conditions: rules.filter(
      (rule) => rule.name.startsWith('required_') && rule.arguments.length > 0,
    ),
    dataset: rules.find((rule) => rule.name === 'in_dataset')?.arguments[0] ?? null,
  }
}

/** The rule that names the type, or null where none does. */
export function typeIn(rules: readonly ParsedRule[]): string | null {
  return rules.find((rule) => types.includes(rule.name))?.name ?? null
}

/** The rule string without the rule that names a dataset. */
export function withoutDataset(field: FieldRule): string {
  const parsed = parseRules(field, '')
  if (!parsed.ok) throw new Error(`the rules of ${field.name} were accepted and cannot be read`)
  return parsed.rules
    .filter(({ name }) => name !== 'in_dataset')
    .map(({ name, arguments: args }) => (args.length === 0 ? name : `${name}:${args.join()}`))
    .join('|')
}

function valueOf(choice: string, type: string | null): string | number {
  const isNumber = type === 'integer' || type === 'numeric'
  return isNumber && Number.isFinite(Number(choice)) ? Number(choice) : choice
}
