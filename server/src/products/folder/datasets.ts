import { type Problem, suggest } from '../../kernel/index.ts'
import type {
  DatasetDefinition,
  DatasetFieldDefinition,
  ProductFiles,
} from '../product-definition.ts'
import { parseDatasetItems } from './dataset-items.ts'
import { readLanguages, refuseRepeats } from './names.ts'
import { openYaml } from './open-file.ts'
import { quoted, type Part } from './part.ts'
import { type Soundness, soundnessOf } from './soundness.ts'

const datasetFile = /^datasets\/([^/]+)\.yaml$/
const datasetKey = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const fieldName = /^[a-z][a-z0-9_]{0,63}$/
const listFields = 'List the fields, for example {name: city, type: text}.'

/** The file that describes the dataset of a key. */
export function datasetFileOf(key: string): string {
  return `datasets/${key}.yaml`
}

/** The keys of all that are described, whether or not they can be read. */
export function datasetKeysIn(files: ProductFiles): string[] {
  return [...files.keys()].flatMap((file) => datasetFile.exec(file)?.[1] ?? [])
}

/** The datasets of a folder, each a datasets/<key>.yaml with a datasets/<key>.csv beside it. */
export function readDatasets(
  files: ProductFiles,
  /** Null where nobody knows them: items in languages of their own are read all the same. */
  productLanguages: readonly string[] | null,
  problems: Problem[],
): DatasetDefinition[] {
  problems.push(...refuseStrayCsvs(files))
  return [...files.keys()].toSorted().flatMap((file) => {
    const key = datasetFile.exec(file)?.[1]
    if (key === undefined) return []
    const root = openYaml(files, file, problems)
    if (root === null) return []
    const problemsBefore = problems.length
    const definition = readDataset(root, key, productLanguages ?? [])
    const hasLanguages = productLanguages !== null || !root.member('languages').isAbsent
    const csv = files.get(definition.file)
    if (csv === undefined) {
      root.refuse(`The items are missing: there is no ${definition.file}.`, 'Add that file.')
    } else if (hasLanguages && reportsRows(soundnessOf(problems.slice(problemsBefore)), file)) {
      const items = parseDatasetItems(definition, csv)
      if (!items.ok) problems.push(...items.problems)
    }
    return [definition]
  })
}

/** Whether what the items are read with is right, whatever else is wrong. */
function reportsRows(sound: Soundness, file: string): boolean {
  return ['fields', 'key_field', 'languages'].every((name) => sound.part(file, name))
}

function readDataset(
  root: Part,
  key: string,
  productLanguages: readonly string[],
): DatasetDefinition {
  root.hasOnly(['name', 'languages', 'access', 'key_field', 'fields'])
  if (!datasetKey.test(key)) {
    root.refuse(`${quoted(key)} is not a key.`, 'Name the file with lower-case letters and dashes.')
  }
  const entries = root.member('fields').filledList(listFields)
  refuseRepeats(entries, 'name')
  const fields = entries.map(readField)
  return {
    key,
    name: root.member('name').optional(key, (name) => name.text()),
    languages: root.member('languages').optional([...productLanguages], readLanguages),
    access: root.member('access').optional('public', (part) => part.oneOf(['public', 'locked'])),
    keyField: readKeyField(root.member('key_field'), fields),
    fields,
    file: `datasets/${key}.csv`,
  }
}

function readField(part: Part): DatasetFieldDefinition {
  part.hasOnly(['name', 'type', 'hidden'])
  const fix = 'Use lower-case letters, digits and underscores, for example founded_on.'
  return {
    name: part.member('name').matching(fieldName, fix),
    type: part
      .member('type')
      .optional('text', (type) => type.oneOf(['text', 'number', 'boolean', 'date'])),
    hidden: part.member('hidden').optional(false, (hidden) => hidden.boolean()),
  }
}

/** The column that finds the same item again at the next import: the first field if none is named. */
function readKeyField(part: Part, fields: readonly DatasetFieldDefinition[]): string {
  const names = fields.map((field) => field.name)
  if (part.isAbsent) return names[0] ?? ''
  const keyField = part.text('Write the name of a field.')
  if (keyField !== '' && names.length > 0 && !names.includes(keyField)) {
    part.refuse(`There is no field ${quoted(keyField)}.`, suggest(keyField, names))
  }
  return keyField
}

function refuseStrayCsvs(files: ProductFiles): Problem[] {
  return [...files.keys()]
    .filter((file) => /^datasets\/[^/]+\.csv$/.test(file))
    .map((file) => ({ file, yaml: file.replace(/\.csv$/, '.yaml') }))
    .filter(({ yaml }) => !files.has(yaml))
    .map(({ file, yaml }) => ({
      file,
      place: '',
      message: 'No dataset is described for these items.',
      fix: `Add ${yaml} with name, access and fields.`,
    }))
}
