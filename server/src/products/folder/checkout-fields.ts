import { type FieldRule, parseRules } from '../../rules/index.ts'
import type { ItemDefinition } from '../product-definition.ts'
import { typeIn } from '../question.ts'
import { customerFields } from './customer-fields.ts'
import type { Part } from './part.ts'

/** The fields that a page asks for, of whichever item. */
export interface Asked {
  readonly quote: readonly string[]
  readonly policy: readonly string[]
  readonly all: ReadonlyMap<string, AskedField>
}

export interface AskedField {
  readonly choices: readonly string[] | null
  /** The rules that name its type, one for each type that an item gives it; null where none does. */
  readonly types: readonly (string | null)[]
}

export function askedBy(items: readonly ItemDefinition[]): Asked {
  const quote = items.flatMap((item) => item.quoteRules.quote)
  const policy = items.flatMap((item) => customerFields(item.fieldDefinition.definition.policy))
  const all = new Map<string, AskedField>()
  for (const field of [...quote, ...policy]) {
    const before = all.get(field.name)
    const { choices, types } = shapeOf(field)
    all.set(field.name, {
      choices: choices === null ? null : [...new Set([...(before?.choices ?? []), ...choices])],
      types: [...new Set([...(before?.types ?? []), ...types])],
    })
  }
  for (const name of [...namesOf(quote), ...namesOf(policy)]) {
    if (!all.has(name)) all.set(name, { choices: null, types: ['array'] })
  }
  return { quote: namesOf(quote), policy: namesOf(policy), all }
}

/** Also lists that only their entries name: `drivers` where there is a `drivers.*.name`. */
function namesOf(fields: readonly FieldRule[]): string[] {
  return [...new Set(fields.flatMap(({ name }) => [...listsAround(name), name]))]
}

function listsAround(name: string): string[] {
  return [...name.matchAll(/\.\*/g)].map(({ index }) => name.slice(0, index))
}

/** Yes and no may be named too, where that helps. */
function shapeOf(field: FieldRule): AskedField {
  const parsed = parseRules(field, '')
  if (!parsed.ok) return { choices: null, types: [] } // Reported where the rules are compiled.
  const type = typeIn(parsed.rules)
  const listed = parsed.rules.find(({ name }) => name === 'in')?.arguments
  return {
    choices: listed ?? (type === 'boolean' ? ['true', 'false'] : null),
    types: [type],
  }
}

/** The name of a field; null stands for names that nobody knows. */
export function readName(part: Part, known: readonly string[] | null): string {
  const [first, ...others] = known ?? []
  return first === undefined ? part.text('Name a field.') : part.oneOf([first, ...others])
}
