import type { Json, JsonObject, JsonPath } from '../kernel/index.ts'
import { isJsonObject } from '../kernel/index.ts'
import type { PolicyContent } from './policy-version.ts'

/** The content of a policy, under the names that rules and transactions use. */
export type ContentDocument = JsonObject & { readonly data: JsonObject }

type Known = Omit<PolicyContent, 'id' | 'policyId'>

export function documentOf({ firstName, lastName, email, data }: Known): ContentDocument {
  return { first_name: firstName, last_name: lastName, email, data }
}

export function knownFrom({ first_name, last_name, email, data }: JsonObject): Known {
  return {
    firstName: textOf(first_name),
    lastName: textOf(last_name),
    email: textOf(email),
    data: isJsonObject(data) ? data : {},
  }
}

/** The rules have checked it, so anything but a string here is a hole in them. */
function textOf(value: Json | undefined): string {
  if (typeof value !== 'string')
    throw new Error('the rules of a change let a name through unchecked')
  return value
}

/** Only the values at these paths, in an object of the same form. */
export function pick(document: JsonObject, paths: readonly JsonPath[]): JsonObject {
  const picked = new Map<string, Json>()
  for (const [name, member] of Object.entries(document)) {
    const within = paths.filter((path) => path[0] === name).map((path) => path.slice(1))
    if (within.length === 0) continue
    const isWhole = within.some((path) => path.length === 0) || !isJsonObject(member)
    picked.set(name, isWhole ? member : pick(member, within))
  }
  return Object.fromEntries(picked)
}
