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
  for (const name of [...namesOf(quote), ...namesOf(policy)]) {
    if (!all.has(name)) all.set(name, { choices: null })
  }
  return { quote: namesOf(quote), policy: namesOf(policy), all }
}

/** Also of lists that only their entries tell of: `drivers` where there is a `drivers.*.name`. */
function namesOf(fields: readonly FieldRule[]): string[] {
  return [...new Set(fields.flatMap(({ name }) => [...listsAround(name), name]))]
}

function listsAround(name: string): string[] {
  return [...name.matchAll(/\.\*/g)].map(({ index }) => name.slice(0, index))
}

/** Yes and no may be named too, where that helps. */
function choicesOf(field: FieldRule): readonly string[] | null {
  const parsed = parseRules(field, '')
  if (!parsed.ok) return null // Told where the rules are compiled.
  const listed = parsed.rules.find(({ name }) => name === 'in')?.arguments
  const isFlag = parsed.rules.some(({ name }) => name === 'boolean')
  return listed ?? (isFlag ? ['true', 'false'] : null)
}
