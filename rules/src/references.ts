import { nearestWord } from './words/index.ts'
import { writeLocation } from './locations.ts'
import type { Complaint, Location, ReadField } from './rule-spec.ts'
import type { CompileRulesOptions, ParsedRule } from './rule-types.ts'
import { valueAt } from './walk.ts'

/** The fields of one definition, by location. */
export interface Directory {
  readonly fields: ReadonlyMap<string, readonly ParsedRule[]>
  /** The objects that contain fields: `data.person` if there is a `data.person.name`. */
  readonly containers: ReadonlySet<string>
}

export function directoryOf(fields: ReadonlyMap<string, readonly ParsedRule[]>): Directory {
  const containers = new Set<string>()
  for (const place of fields.keys()) {
    for (let at = place.indexOf('.'); at !== -1; at = place.indexOf('.', at + 1)) {
      containers.add(place.slice(0, at))
    }
  }
  return { fields, containers }
}

/** The fields that rules may name: those of the same form and, for a policy, the answers of its quote. */
export interface Directories {
  readonly own: Directory
  readonly quote: Directory
}

/** Where a rule stands: the path of its field, and the field itself. */
export interface Standpoint {
  readonly path: Location
  readonly location: Location
}

/** Where the answers of a quote stand in its document. */
const answersPath = 'data'

/**
 * Finds the field that an argument names. A dotted name is read from the root of the document and
 * then against the field's own path; a bare name the other way round, so that `other` beside
 * `data.this` is `data.other`, and `email` the one of the document when `data` has none. Then the
 * answers of the quote are asked. What is listed comes before what an object may hold besides.
 */
export function findReference(
  text: string,
  from: Standpoint,
  { own, quote }: Directories,
  options: CompileRulesOptions,
): ReadField | Complaint {
  const written = text.split('.')
  const beside = [...from.path, ...written]
  const readings = written.length > 1 ? [written, beside] : [beside, written]
  const answers = [...readings, [answersPath, ...written]]
  const places = [
    ...readings.map((location) => ({ location, directory: own })),
    ...answers.map((location) => ({ location, directory: quote })),
  ]
  const found =
    places.find(({ location, directory }) => isListed(location, directory)) ??
    places.find(({ location, directory }) => mayBeHeld(location, directory, options))
  if (found === undefined) {
    if (options.isPartial === true) return () => undefined
    const fix = suggest(text, from, [...own.fields.keys(), ...quote.fields.keys()])
    const elsewhere = options.quote === undefined ? '' : ` here or in ${options.quote.file}`
    return { message: `There is no field \`${text}\`${elsewhere}.`, fix }
  }
  const { location } = found
  const isAnswer = found.directory === quote
  if (isAnswer ? location.includes('*') : !isWithinReach(location, from.location)) {
    return {
      message: `\`${text}\` names many values, not one.`,
      fix: 'A `*` is understood only inside the same array, where it means the same element.',
    }
  }
  if (!isAnswer) return (scope) => valueAt(location, scope)
  return ({ quote: answered }) => (answered === null ? undefined : valueAt(location, answered))
}

function isListed(location: Location, directory: Directory): boolean {
  const place = writeLocation(location)
  return directory.fields.has(place) || directory.containers.has(place)
}

function mayBeHeld(
  location: Location,
  directory: Directory,
  options: CompileRulesOptions,
): boolean {
  for (let end = location.length - 1; end > 0; end--) {
    const rules = directory.fields.get(writeLocation(location.slice(0, end)))
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
  if (dataset !== undefined) {
    const known = options.dataset(dataset)
    return known !== undefined && (known.fields?.includes(member) ?? true)
  }
  if (rules.some(({ name }) => heldInside.includes(name))) return true
  return !rules.some(({ name }) => types.includes(name))
}

/** Each `*` must stand where the field's own does, else it would not say which element. */
function isWithinReach(location: Location, from: Location): boolean {
  const lastStar = location.lastIndexOf('*')
  return location.slice(0, lastStar + 1).every((segment, at) => segment === from[at])
}

function suggest(text: string, from: Standpoint, known: readonly string[]): string {
  const path = writeLocation(from.path)
  const near =
    known.find((place) => place.endsWith(`.${text}`)) ??
    nearestWord(path === '' ? text : `${path}.${text}`, known) ??
    nearestWord(text, known)
  return near === null || near === undefined
    ? 'Name a field that is defined, such as `data.start`.'
    : `Did you mean \`${near}\`?`
}
