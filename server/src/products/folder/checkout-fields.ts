import { type FieldRule, parseRules } from '../../rules/index.ts'
import type { ItemDefinition } from '../product-definition.ts'
import { customerFields } from './customer-fields.ts'

/** The fields that a page asks for, of whichever item. */
export interface Asked {
  readonly quote: readonly string[]
  readonly policy: readonly string[]
  readonly all: ReadonlyMap<string, { readonly choices: readonly string[] | null }>
}

export function askedBy(items: readonly ItemDefinition[]): Asked {
  const quote = items.flatMap((item) => item.quoteRules.quote)
  const policy = items.flatMap((item) => customerFields(item.fieldDefinition.definition.policy))
  const all = new Map<string, { choices: readonly string[] | null }>()
  for (const field of [...quote, ...policy]) {
    const before = all.get(field.name)?.choices ?? []
    const own = choicesOf(field)
    all.set(field.name, { choices: own === null ? null : [...new Set([...before, ...own])] })
  }
  return { quote: namesOf(quote), policy: namesOf(policy), all }
}

function namesOf(fields: readonly FieldRule[]): string[] {
  return [...new Set(fields.map(({ name }) => name))]
}

/** Yes and no may be named too, where that helps. */
function choicesOf(field: FieldRule): readonly string[] | null {
  const parsed = parseRules(field, '')
  if (!parsed.ok) return null // Told where the rules are compiled.
  const listed = parsed.rules.find(({ name }) => name === 'in')?.arguments
  const isFlag = parsed.rules.some(({ name }) => name === 'boolean')
  return listed ?? (isFlag ? ['true', 'false'] : null)
}
