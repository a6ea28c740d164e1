import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { FieldType, ImportMode } from '../../datasets/index.ts'
import type { ImportSettings } from '../../management/index.ts'
import { accesses, fieldTypes } from './dataset.ts'
import { importQueryExample as example } from './examples.ts'
import { wrongParameter } from '../query/reasons.ts'

const parameter = (maxLength: number, description: string, shown?: string) =>
  Type.Optional(
    Type.String({ maxLength, description, ...(shown === undefined ? {} : { examples: [shown] }) }),
  )

/** Read below. An omitted setting stays unchanged; for a new dataset its default applies. */
export const importParameters = Type.Object({
  mode: parameter(
    20,
    '`replace` (default): the file replaces all items. `merge`: items of the file are ' +
      'added or changed, the others stay.',
  ),
  key_field: parameter(
    100,
    'The column that identifies an item across imports. Required for a new dataset.',
    example.key_field,
  ),
  name: parameter(
    200,
    'The name of the dataset. Defaults to its key for a new dataset.',
    example.name,
  ),
  languages: parameter(
    500,
    'Language codes, separated by commas. A column `city.de` is the German text of `city`. ' +
      'Defaults to `en` for a new dataset.',
    example.languages,
  ),
  access: parameter(
    20,
    '`public` or `locked`. Defaults to `locked` for a new dataset.',
    example.access,
  ),
  hidden: parameter(
    10_000,
    'All fields that are hidden from front ends, separated by commas; may be empty.',
    example.hidden,
  ),
  types: parameter(
    20_000,
    'Types of fields, such as `postcode:text,employees:number`. Other fields keep their ' +
      'type; those of new fields are inferred from the first 1,000 items.',
  ),
  file: parameter(200, 'The file name that problems refer to.', example.file),
  dry_run: parameter(5, '`true`: check the file and report the changes, without storing anything.'),
})

export type ImportQuery = Static<typeof importParameters>

const languageTag = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/
const languagesMax = 50
export const typesWanted = 'a list such as postcode:text,employees:number'

export function readMode({ mode = 'replace' }: ImportQuery): ImportMode {
  if (mode === 'replace' || mode === 'merge') return mode
  throw wrongParameter('mode', 'one of replace, merge')
}

export function readDryRun({ dry_run: dryRun = 'false' }: ImportQuery): boolean {
  if (dryRun === 'true' || dryRun === 'false') return dryRun === 'true'
  throw wrongParameter('dry_run', 'one of true, false')
}

export function readSettings(query: ImportQuery): ImportSettings {
  const { key_field: keyField, name, languages, access, hidden, types } = query
  return {
    ...(keyField === undefined ? {} : { keyField: filled('key_field', keyField) }),
    ...(name === undefined ? {} : { name: filled('name', name) }),
    ...(languages === undefined ? {} : { languages: readLanguages(languages) }),
    ...(access === undefined ? {} : { access: readAccess(access) }),
    ...(hidden === undefined ? {} : { hidden: namesIn(hidden) }),
    ...(types === undefined ? {} : { types: readTypes(types) }),
  }
}

function filled(parameterName: string, text: string): string {
  if (text.trim() === '') throw wrongParameter(parameterName, 'a text that is not empty')
  return text.trim()
}

function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

function readLanguages(text: string): string[] {
  const languages = namesIn(text)
  const areAll = languages.every((language) => languageTag.test(language))
  if (areAll && languages.length > 0 && languages.length <= languagesMax) return languages
  throw wrongParameter('languages', 'a list of language codes such as en,de-CH')
}

function readAccess(text: string): (typeof accesses)[number] {
  const access = accesses.find((one) => one === text)
  if (access === undefined) throw wrongParameter('access', `one of ${accesses.join(', ')}`)
  return access
}

function readTypes(text: string): ReadonlyMap<string, FieldType> {
  const pairs = namesIn(text).map((pair): [string, FieldType] => {
    const colon = pair.lastIndexOf(':')
    const type = fieldTypes.find((one) => one === pair.slice(colon + 1).trim())
    const name = pair.slice(0, colon).trim()
    if (colon > 0 && type !== undefined && name !== '') return [name, type]
    throw wrongParameter('types', typesWanted)
  })
  return new Map(pairs)
}
