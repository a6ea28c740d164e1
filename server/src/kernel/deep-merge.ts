import { type Json, type JsonObject, isJsonObject } from './words.ts'

/** Where a value stands in an object: the names of members and the places in lists that lead there. */
export type Place = readonly string[]

/**
 * The object with a patch laid over it: members of both that are objects are laid over too. A list
 * is replaced as a whole.
 */
export function deepMerge(base: JsonObject, patch: JsonObject): JsonObject {
  const laid = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(patch)) {
    const below = laid.get(name)
    laid.set(name, isJsonObject(below) && isJsonObject(value) ? deepMerge(below, value) : value)
  }
  return Object.fromEntries(laid)
}

/** The places that a patch says something of. A list is one place, however long. */
export function placesIn(patch: JsonObject): Place[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? placesIn(value).map((place) => [name, ...place])
      : [[name]],
  )
}

/** Where two values differ, as deep as that can be told. Lists of other lengths differ as a whole. */
export function differingPlaces(
  one: Json | undefined,
  other: Json | undefined,
  at: Place = [],
): Place[] {
  if (one === other) return []
  const names = sharedMembers(one, other)
  if (names === null) return [at]
  return names.flatMap((name) =>
    differingPlaces(memberOf(one, name), memberOf(other, name), [...at, name]),
  )
}

/** The members of both, where these can be compared one by one; null where the values just differ. */
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
