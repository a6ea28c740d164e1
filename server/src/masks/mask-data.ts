import { type Json, type JsonObject, isJsonObject } from '../kernel/index.ts'

/** What is shown in place of a value: it shows neither its length nor its beginning. */
export const mask = '•••'

/**
 * The fields of quote and policy data that a product marks, named as its rules name them, such as
 * `persons.*.name`.
 */
export interface MarkedFields {
  readonly fields: readonly string[]
  /** Masked like the others; besides, nothing is grouped by them. */
  readonly sensitive: readonly string[]
  /** The members that the product knows; others are masked, as nobody could mark them. All if absent. */
  readonly declared?: readonly string[]
}

export const nothingMarked: MarkedFields = { fields: [], sensitive: [] }

export function hasAny(marks: MarkedFields): boolean {
  return namesOf(marks).length > 0
}

/** Data with masks in place of the marked fields, and the names of those that it has. */
export function maskData(
  marks: MarkedFields,
  data: JsonObject,
): { readonly data: JsonObject; readonly masked: readonly string[] } {
  const undeclared = Object.keys(data).filter(
    (name) => !isDeclared(marks, name) && data[name] !== null,
  )
  const masked = [...undeclared]
  let shown: JsonObject = {
    ...data,
    ...Object.fromEntries(undeclared.map((name) => [name, mask])),
  }
  for (const name of namesOf(marks)) {
    const after = maskAt(shown, name.split('.'))
    if (after === shown || !isJsonObject(after)) continue
    masked.push(name)
    shown = after
  }
  return { data: shown, masked }
}

/** The same value where nothing in it is masked. */
function maskAt(value: Json, [step, ...rest]: readonly string[]): Json {
  if (value === null) return null
  if (step === undefined || typeof value !== 'object') return mask
  if (Array.isArray(value)) {
    const entries = value.map((one) => (step === '*' ? maskAt(one, rest) : mask))
    return entries.some((one, at) => one !== value[at]) ? entries : value
  }
  const changed = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    const after = step === '*' || step === name ? maskAt(one, rest) : one
    return after === one ? [] : [[name, after]]
  })
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
}

/** Whether a place in the data is marked, belongs to a marked field, or holds one. */
export function isMarked(marks: MarkedFields, path: readonly string[]): boolean {
  const [member = ''] = path
  return (
    !isDeclared(marks, member) || namesOf(marks).some((name) => overlaps(name.split('.'), path))
  )
}

function isDeclared({ declared }: MarkedFields, member: string): boolean {
  return declared?.includes(member) ?? true
}

export function overlaps(steps: readonly string[], path: readonly string[]): boolean {
  return path.every((name, at) => [name, '*', undefined].includes(steps[at]))
}

function namesOf({ fields, sensitive }: MarkedFields): string[] {
  return [...fields, ...sensitive]
}
