import { type Problem, type YamlMistake, didYouMean, readYamlDocument } from '../../kernel/index.ts'
import {
  type Declaration,
  type FormulaFile,
  type NamedFormula,
  type OutputDeclaration,
  type TableDeclaration,
  type ValueType,
  valueTypes,
} from './formula-file.ts'
import { inputsMax, knockoutsMax, outputsMax, stepsMax, tablesMax, variablesMax } from './limits.ts'
import { isYamlMap, member, type Yaml, type YamlMap, YamlReader } from './yaml-reader.ts'

const sections = [
  'kind',
  'description',
  'inputs',
  'variables',
  'tables',
  'steps',
  'knockouts',
  'outputs',
]
const nameShape = /^[a-z_][a-z0-9_]*(\.[a-z0-9_]+)*$/i
const plainNameShape = /^[a-z_][a-z0-9_]*$/i

/** The document, or null after reporting why it cannot be read. */
export function readYaml(text: string, file: string, problems: Problem[]): YamlMap | null {
  const reading = readYamlDocument(text, 'failsafe')
  if (!reading.ok) {
    problems.push(...reading.mistakes.map((mistake) => ({ file, ...explain(mistake) })))
    return null
  }
  try {
    // The failsafe schema makes texts, lists and maps only; nulls and keys are checked below.
    const value = reading.document.toJS({ maxAliasCount: 100 }) as Yaml | null
    if (value !== null && isYamlMap(value)) return value
  } catch {
    problems.push({
      file,
      place: '',
      message: 'The file repeats parts of itself too often.',
      fix: 'Write aliased parts out.',
    })
    return null
  }
  problems.push({
    file,
    place: '',
    message: 'The file holds no keys.',
    fix: 'Begin with kind: formula.',
  })
  return null
}

function explain({ at, kind, message }: YamlMistake): Omit<Problem, 'file'> {
  const place = at === null ? '' : `line ${at.line}, column ${at.column}`
  switch (kind) {
    case 'repeated_key':
      return { place, message: `${message}.`, fix: 'Give each entry a name of its own.' }
    case 'too_much':
      return {
        place,
        message: `This is not usable YAML: ${message}`,
        fix: 'Write it without aliases, shorter and less nested; data belongs in tables.',
      }
    case 'syntax':
      return {
        place,
        message: `${message}.`,
        fix: 'A formula with a colon, a # or a leading quote or brace must stand in quotes, or on its own line after |.',
      }
  }
}

/**
 * Takes the document of kind formula apart; problems are collected, never thrown. Null where there
 * is so much in it that nothing further is looked at.
 */
export function readFormulaFile(
  document: YamlMap,
  file: string,
  problems: Problem[],
): FormulaFile | null {
  const reader = new YamlReader(file, problems)
  reader.onlyKeys(document, sections, '')
  if (!isWithinLimits(reader, document)) return null
  return {
    steps: formulas(reader, document, 'steps', 'step'),
    inputs: declarations(reader, document, 'inputs', 'input'),
    variables: declarations(reader, document, 'variables', 'variable'),
    tables: tables(reader, document),
    knockouts: formulas(reader, document, 'knockouts', 'knockout'),
    outputs: outputs(reader, document),
  }
}

const entriesMax: Readonly<Record<string, number>> = {
  inputs: inputsMax,
  variables: variablesMax,
  tables: tablesMax,
  steps: stepsMax,
  knockouts: knockoutsMax,
  outputs: outputsMax,
}

function isWithinLimits(reader: YamlReader, document: YamlMap): boolean {
  const tooMany = Object.entries(entriesMax).flatMap(([key, max]) => {
    const section = member(document, key)
    const count = typeof section === 'object' ? Object.keys(section).length : 0
    return count > max ? [{ key, count, max }] : []
  })
  for (const { key, count, max } of tooMany) {
    reader.report(key, `There are ${count} ${key}; at most ${max} are allowed.`, 'Take some out.')
  }
  return tooMany.length === 0
}

function declarations(
  reader: YamlReader,
  document: YamlMap,
  key: 'inputs' | 'variables',
  noun: string,
): Declaration[] {
  return reader.section(document, key).flatMap(([name, value]) => {
    const place = `${noun} ${name}`
    if (!isName(reader, name, place, nameShape)) return []
    const map = typeof value === 'string' ? { type: value } : isYamlMap(value) ? value : {}
    reader.onlyKeys(
      map,
      key === 'inputs'
        ? ['type', 'default', 'optional', 'field', 'description']
        : ['type', 'default', 'description'],
      place,
    )
    const type = typeOf(reader, reader.text(map, 'type', place), place)
    if (type === null) return []
    const optional = reader.text(map, 'optional', place)
    if (optional !== undefined && optional !== 'true' && optional !== 'false') {
      reader.report(place, `optional is true or false, not ${optional}.`, 'Write optional: true.')
    }
    const field = reader.text(map, 'field', place) ?? name
    const defaultText = reader.text(map, 'default', place)
    return [{ name, type, field, defaultText, isOptional: optional === 'true' }]
  })
}

function typeOf(reader: YamlReader, text: string | undefined, place: string): ValueType | null {
  const type = valueTypes.find((known) => known === text)
  if (type !== undefined) return type
  reader.report(
    place,
    text === undefined || text === '' ? 'The type is missing.' : `There is no type ${text}.`,
    didYouMean(text ?? '', valueTypes) ?? `Types are ${valueTypes.join(', ')}.`,
  )
  return null
}

function tables(reader: YamlReader, document: YamlMap): TableDeclaration[] {
  return reader.section(document, 'tables').flatMap(([name, value]) => {
    const place = `table ${name}`
    if (!isName(reader, name, place, plainNameShape)) return []
    const map = typeof value === 'string' ? { file: value } : isYamlMap(value) ? value : {}
    reader.onlyKeys(map, ['file', 'key', 'columns', 'description'], place)
    const file = reader.text(map, 'file', place)
    if (file === undefined || file === '') {
      reader.report(place, 'The file is missing.', 'Write file: tables/<name>.csv.')
      return []
    }
    return [
      { name, file, key: keyColumns(reader, map, place), columns: columnTypes(reader, map, place) },
    ]
  })
}

function keyColumns(reader: YamlReader, map: YamlMap, place: string): string[] {
  const key = member(map, 'key')
  if (key === undefined || key === '') return []
  if (typeof key === 'string') return [key]
  if (Array.isArray(key)) return key.filter((column) => typeof column === 'string')
  reader.report(place, 'key must name a column or a list of columns.', 'Write key: [a, b].')
  return []
}

function columnTypes(reader: YamlReader, map: YamlMap, place: string): Map<string, ValueType> {
  const types = new Map<string, ValueType>()
  for (const [column, value] of reader.section(map, 'columns')) {
    const type = typeOf(
      reader,
      typeof value === 'string' ? value : undefined,
      `${place}, column ${column}`,
    )
    if (type !== null) types.set(column, type)
  }
  return types
}

function formulas(
  reader: YamlReader,
  document: YamlMap,
  key: string,
  noun: string,
): NamedFormula[] {
  return reader.section(document, key).flatMap(([name, value]) => {
    const place = `${noun} ${name}`
    if (!isName(reader, name, place, plainNameShape)) return []
    if (typeof value === 'string') return [{ name, formula: value }]
    reader.report(
      place,
      'The formula cannot be read.',
      'If it begins with a brace or bracket, put it in quotes.',
    )
    return []
  })
}

function outputs(reader: YamlReader, document: YamlMap): OutputDeclaration[] {
  return reader.section(document, 'outputs').flatMap(([name, value]) => {
    const place = `output ${name}`
    if (!isName(reader, name, place, plainNameShape)) return []
    if (typeof value === 'string') return [{ name, formula: value, type: undefined }]
    if (!isYamlMap(value)) {
      reader.report(
        place,
        'The formula cannot be read.',
        'If it begins with a bracket, put it in quotes.',
      )
      return []
    }
    reader.onlyKeys(value, ['value', 'type', 'description'], place)
    const formula = reader.text(value, 'value', place)
    if (formula === undefined) {
      reader.report(place, 'The value is missing.', 'Write value: and a formula.')
      return []
    }
    const typeText = reader.text(value, 'type', place)
    const type = typeText === undefined ? undefined : (typeOf(reader, typeText, place) ?? undefined)
    return [{ name, formula, type }]
  })
}

/** Names that the grammar reads as something else cannot be used in formulas. */
function isName(reader: YamlReader, name: string, place: string, shape: RegExp): boolean {
  if (/^(true|false|r|c)$/i.test(name)) {
    reader.report(place, `${name} has another meaning in formulas.`, 'Use a longer name.')
    return false
  }
  if (shape.test(name) && name !== '__proto__') return true
  reader.report(
    place,
    `${name} is not a name that formulas can use.`,
    'Use letters, digits and underscores, beginning with a letter; an input may point at another field with field:.',
  )
  return false
}
