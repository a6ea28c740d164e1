import { type Problem, suggest } from '../../kernel/index.ts'
import { type MarkedFields, overlaps } from '../../masks/index.ts'
import type { ItemDefinition, ProductDefinition } from '../product-definition.ts'
import { type Part, quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

const fieldsMax = 500
const kinds = ['fields', 'sensitive'] as const

/** The fields of quote and policy data that are masked for callers who may not see personal data. */
export function readPersonalData(part: Part): MarkedFields {
  part.hasOnly(kinds)
  return {
    fields: readNames(part.member('fields')),
    sensitive: readNames(part.member('sensitive')),
  }
}

function readNames(part: Part): string[] {
  const entries = part.optional([], (given) =>
    given.list('List fields of quote.json or fields.json, such as birth_date.'),
  )
  if (entries.length > fieldsMax) {
    part.refuse(`There are more than ${fieldsMax} fields.`, 'Mark the object that holds them.')
  }
  return entries.slice(0, fieldsMax).map((entry) => entry.text('Write the name of a field.'))
}

/** Marked fields that no item asks for. */
export function checkPersonalData(
  { personalData, items }: ProductDefinition,
  sound: Soundness,
  filesOf: (item: string) => readonly string[],
): Problem[] {
  if (personalData === undefined || !sound.setting('personal_data')) return []
  // Where questions could not be read, nobody knows their names.
  if (!items.every(({ key }) => filesOf(key).every((file) => sound.file(file)))) return []
  const known = [...new Set(items.flatMap(namesOf))]
  return kinds.flatMap((kind) =>
    personalData[kind].flatMap((name, at) => {
      if (known.some((one) => holds(name, one))) return []
      const message = `No item asks for ${quoted(name)}, so it cannot be masked.`
      const place = `personal_data.${kind}[${at}]`
      return [{ file: 'product.yaml', place, message, fix: suggest(name, known) }]
    }),
  )
}

/** A mark of an object holds for the fields in it. */
function holds(marked: string, field: string): boolean {
  const [steps, path] = [marked.split('.'), field.split('.')]
  return steps.length <= path.length && overlaps(path, steps)
}

function namesOf({ quoteRules, fieldDefinition }: ItemDefinition): string[] {
  return [...quoteRules.quote, ...fieldDefinition.definition.policy]
    .filter(({ path }) => path === 'data')
    .map(({ name }) => name)
}
