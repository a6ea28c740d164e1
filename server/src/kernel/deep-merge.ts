import { type Json, type JsonObject, isJsonObject } from './words.ts'

/** The path of a value in an object: names of members and indexes of lists. */
export type JsonPath = readonly string[]

/**
 * The object with a patch applied: members that are objects in both are merged in turn. A list is
 * replaced as a whole.
 */
export function deepMerge(base: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(patch)) {
    const below = merged.get(name)
    merged.set(name, isJsonObject(below) && isJsonObject(value) ? deepMerge(below, value) : value)
  }
  return Object.fromEntries(merged)
}

/** The paths that a patch sets. A list is one path, however long. */
export function pathsIn(patch: JsonObject): JsonPath[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? pathsIn(value).map((path) => [name, ...path])
      : [[name]],
  )
}

/** The deepest paths at which two values differ. Lists of different lengths differ as a whole. */
export function differingPaths(
  one: Json | undefined,
  other: Json | undefined,
  at: JsonPath = [],
): JsonPath[] {
  if (one === other) return []
  const names = sharedMembers(one, other)
  if (names === null) return [at]
  return names.flatMap((name) =>
    differingPaths(memberOf(one, name), memberOf(other, name), [...at, name]),
  )
}

/**
 * The members of both, where these can be compared one by one; null where the values just differ.
 */
function sharedMembers(one: Json | undefined, other: Json | undefined): string[] | null {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length ? Object.keys(one) : null
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return null
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
