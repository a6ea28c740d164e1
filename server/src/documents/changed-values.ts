import { type Json, type JsonObject, isJsonObject } from '../kernel/index.ts'

/** A value that an endorsement replaced, under its name in templates. */
export interface ChangedValue {
  /** For example `quote.data.employee_number`. */
  readonly path: string
  readonly before: Json
  readonly after: Json
}

/** The differences between two objects, by path. A list is one value, however long. */
export function changedValues(before: JsonObject, after: JsonObject, path = ''): ChangedValue[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`
    const [one, other] = [valueOf(before, name), valueOf(after, name)]
    if (isJsonObject(one) && isJsonObject(other)) return changedValues(one, other, place)
    return isSame(one, other) ? [] : [{ path: place, before: one, after: other }]
  })
}

function valueOf(object: JsonObject, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
