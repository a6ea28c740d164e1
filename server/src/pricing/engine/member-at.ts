import type { Json, JsonObject } from '../../kernel/index.ts'

/** Follows a dotted path; undefined where it leads nowhere. Only own members count. */
export function memberAt(data: JsonObject, path: readonly string[]): Json | undefined {
  const [only] = path
  if (path.length === 1 && only !== undefined) {
    return Object.hasOwn(data, only) ? data[only] : undefined
  }
  let value: Json | undefined = data
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Array.isArray(value) ? value[Number(part)] : value[part]
  }
  return value
}

/** An answer that is null or an empty text counts as not given. */
export function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null && value !== ''
}
