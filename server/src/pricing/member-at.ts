import type { Json, JsonObject } from '../kernel/index.ts'

/** Follows a dotted path; undefined where it leads nowhere. Only own members count. */
export function memberAt(data: JsonObject, path: readonly string[]): Json | undefined {
  const only = path.length === 1 ? path[0] : undefined
  if (only !== undefined) return ownMember(data, only)
  let value: Json | undefined = data
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Array.isArray(value) ? value[Number(part)] : ownMember(value, part)
  }
  return value
}

/**
 * What every object inherits is a function, which JSON never holds, or its prototype; to tell
 * those apart afterwards is quicker than to ask first whether the member is the object's own.
 */
function ownMember(data: JsonObject, name: string): Json | undefined {
  const value = data[name]
  return typeof value === 'function' || value === inherited ? undefined : value
}

const inherited: unknown = Object.prototype

/** An answer that is null or an empty text counts as not given. */
export function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null && value !== ''
}
