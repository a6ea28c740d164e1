import { nearestWord } from '../kernel/index.ts'
import { writeLocation } from './places.ts'
import type { Complaint, Location } from './rule-spec.ts'
import type { CompileRulesOptions, ParsedRule } from './rule-types.ts'

/** The fields of one definition, by location. */
export type Directory = ReadonlyMap<string, readonly ParsedRule[]>

/** Where a rule stands: the path of its field, and the field itself. */
export interface Standpoint {
  readonly path: Location
  readonly location: Location
}

/**
 * Finds the field that an argument names. A dotted name is read from the root of the document and
 * then against the field's own path; a bare name the other way round, so that `other` beside
 * `data.this` is `data.other`, and `email` the one of the document when `data` has none.
 */
export function findReference(
  text: string,
  from: Standpoint,
  directory: Directory,
  options: CompileRulesOptions,
): Location | Complaint {
  const written = text.split('.')
  const beside = [...from.path, ...written]
  const readings = written.length > 1 ? [written, beside] : [beside, written]
  const found = readings.find((location) => exists(location, directory, options))
  if (found === undefined) {
    return { message: `There is no field \`${text}\`.`, mend: suggest(text, from, directory) }
  }
  if (!isWithinReach(found, from.location)) {
    return {
      message: `\`${text}\` names many values, not one.`,
      mend: 'A `*` is understood only inside the same array, where it means the same element.',
    }
  }
  return found
}

function exists(location: Location, directory: Directory, options: CompileRulesOptions): boolean {
  const place = writeLocation(location)
  if (directory.has(place)) return true
  for (const known of directory.keys()) if (known.startsWith(`${place}.`)) return true
  for (let end = location.length - 1; end > 0; end--) {
    const rules = directory.get(writeLocation(location.slice(0, end)))
    if (rules !== undefined) return mayHold(rules, location[end] ?? '', options)
  }
  return false
}

const heldInside: readonly string[] = ['object', 'array']
const types: readonly string[] = [...heldInside, 'string', 'integer', 'numeric', 'boolean']

/** Whether a field's value may have members that the definition does not list. */
function mayHold(
  rules: readonly ParsedRule[],
  member: string,
  options: CompileRulesOptions,
): boolean {
  const dataset = rules.find(({ name }) => name === 'in_dataset')?.arguments[0]
  if (dataset !== undefined) return options.dataset(dataset)?.fields.includes(member) ?? false
  if (rules.some(({ name }) => heldInside.includes(name))) return true
  return !rules.some(({ name }) => types.includes(name))
}

/** Each `*` must stand where the field's own does, else it would not say which element. */
function isWithinReach(location: Location, from: Location): boolean {
  const lastStar = location.lastIndexOf('*')
  return location.slice(0, lastStar + 1).every((segment, at) => segment === from[at])
}

function suggest(text: string, from: Standpoint, directory: Directory): string {
  const known = [...directory.keys()]
  const path = writeLocation(from.path)
  const near =
    known.find((place) => place.endsWith(`.${text}`)) ??
    nearestWord(path === '' ? text : `${path}.${text}`, known) ??
    nearestWord(text, known)
  return near === null || near === undefined
    ? 'Name a field of this definition, such as `data.start`.'
    : `Did you mean \`${near}\`?`
}
