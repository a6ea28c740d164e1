import type { Json, JsonObject } from './words/index.ts'
import type { Kind } from './rule-spec.ts'

/** Deeper values are never taken to be equal, so that no document can exhaust the stack. */
const comparedDepthMax = 100

export function kindOf(value: Json): Kind | null {
  if (value === null) return null
  if (Array.isArray(value)) return 'array'
  // JSON has no bigint, symbol, function or undefined inside it, so four kinds are left.
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

/** Absent, null or an empty string: there is no answer, so only `required` applies. */
export function isUnanswered(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

/** Whether `required` refuses the value: also blank text, and an array or object without members. */
export function isMissing(value: Json | undefined): boolean {
  if (isUnanswered(value)) return true
  if (typeof value === 'string') return isBlank(value)
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && isEmptyObject(value)
}

const firstVisible = 0x21
const lastVisible = 0x7e

/** Text without visible characters: only spaces of all kinds, and characters that join or hide. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first >= firstVisible && first <= lastVisible) return false
  return /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)
}

function isEmptyObject(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false
  return true
}

/** A value in the words of a rule string: `true` for true, `3` for 3; null where there are none. */
export function asText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

/** Characters as people count them: an emoji outside the basic plane is one, not two. */
export function characterCount(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00
    if (isPair && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--
  }
  return count
}

/** Numbers by value, strings by length, arrays by count; NaN, which no bound admits, for the rest. */
export function sizeOf(value: Json | undefined): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return characterCount(value)
  return Array.isArray(value) ? value.length : Number.NaN
}

/** Ends at the first difference, so that comparing takes no longer than the smaller of the two. */
export function isSame(one: Json | undefined, other: Json | undefined, depth = 0): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  if (one === null || other === null) return one === other
  if (depth === comparedDepthMax || Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false
    return one.every((element, at) => isSame(element, other[at], depth + 1))
  }
  return hasSameMembers(one as JsonObject, other as JsonObject, depth) // Arrays are dealt with.
}

function hasSameMembers(one: JsonObject, other: JsonObject, depth: number): boolean {
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every(
    (name) => Object.hasOwn(other, name) && isSame(one[name], other[name], depth + 1),
  )
}

/** Equal values have equal texts, in any order of members. Null for values that are too deep. */
export function canonicalText(value: Json, depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (depth === comparedDepthMax) return null
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const element of value) {
      const text = canonicalText(element, depth + 1)
      if (text === null) return null
      parts.push(text)
    }
    return `[${parts.join()}]`
  }
  for (const name of Object.keys(value).sort()) {
    const text = canonicalText(value[name] ?? null, depth + 1)
    if (text === null) return null
    parts.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${parts.join()}}`
}
