import { nearestWord } from '../../kernel/index.ts'
import type { DatasetDefinition, DatasetFieldDefinition } from '../product-definition.ts'
import type { Refuse } from './dataset-cells.ts'
import { quoted } from './part.ts'

/** Where each field stands in the CSV: one column for all languages, or one per language. */
export interface Columns {
  readonly count: number
  readonly key: number
  readonly fields: readonly {
    readonly field: DatasetFieldDefinition
    readonly plain: number | null
    readonly translated: ReadonlyMap<string, number>
  }[]
}

export function readColumns(
  definition: DatasetDefinition,
  header: readonly string[],
  refuse: Refuse,
): Columns {
  const names = header.map((name) => name.trim())
  refuseUnknownColumns(definition, names, refuse)
  const fields = definition.fields.map((field) => {
    const plain = names.indexOf(field.name)
    const translated = new Map<string, number>()
    for (const language of definition.languages) {
      const at = names.indexOf(`${field.name}.${language}`)
      if (at >= 0) translated.set(language, at)
    }
    if (plain < 0 && translated.size === 0) {
      refuse('line 1', `The column ${field.name} is missing.`, missingFix(field.name, names))
    }
    return { field, plain: plain < 0 ? null : plain, translated }
  })
  const key = names.indexOf(definition.keyField)
  if (
    key < 0 &&
    fields.some(
      ({ field, translated }) => field.name === definition.keyField && translated.size > 0,
    )
  ) {
    const message = `The key field ${definition.keyField} must be the same in every language.`
    refuse('line 1', message, `Give it one column named ${definition.keyField}.`)
  }
  return { count: names.length, key, fields }
}

function refuseUnknownColumns(
  definition: DatasetDefinition,
  names: readonly string[],
  refuse: Refuse,
): void {
  const known = definition.fields.flatMap(({ name }) => [
    name,
    ...definition.languages.map((language) => `${name}.${language}`),
  ])
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) {
      refuse('line 1', `The column ${quoted(name)} occurs twice.`, 'Remove one of them.')
    } else if (!known.includes(name)) {
      const nearest = nearestWord(name, known)
      const add = `Add ${name} to the fields in ${definition.file.replace(/csv$/, 'yaml')}.`
      const fix = nearest === null ? add : `Did you mean ${nearest}?`
      refuse('line 1', `The column ${quoted(name)} is not a field of this dataset.`, fix)
    }
    seen.add(name)
  }
}

function missingFix(field: string, names: readonly string[]): string {
  const [only] = names
  if (names.length === 1 && only?.includes(';')) return 'Separate the columns with commas.'
  return `Add the column ${field}, or remove the field.`
}
