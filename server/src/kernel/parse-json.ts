import type { Json } from './words.ts'
import { unreadableBody } from './reasons.ts'

const depthMax = 32
const membersMax = 10_000

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a request body and refuses what no honest client sends but what would hurt further in:
 * text that PostgreSQL cannot store, numbers that a double cannot hold, names that reach into
 * JavaScript's own objects, and trees too deep or too wide. The message names the place.
 */
export function parseJson(body: Buffer): { value: Json; text: string } {
  const text = decode(body)
  if (text.trim() === '') return { value: {}, text }
  assertShallow(text)
  let value: Json
  try {
    value = JSON.parse(text) as Json // JSON.parse gives nothing but JSON.
  } catch (error) {
    throw unreadableBody(`is not valid JSON: ${(error as SyntaxError).message}`)
  }
  assertHarmless(value)
  return { value, text }
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** So deep that no place need be named; to parse it would take longer than to see it. */
const depthSeenMax = 500

function assertShallow(text: string): void {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isInText) {
      if (character === backslash) at += 1
      else if (character === quote) isInText = false
    } else if (character === quote) isInText = true
    else if (character === openBrace || character === openBracket) {
      depth += 1
      if (depth > depthSeenMax) {
        throw unreadableBody(`is nested deeper than ${depthMax} levels`)
      }
    } else if (character === closeBrace || character === closeBracket) depth -= 1
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw unreadableBody('is not valid UTF-8')
  }
}

function assertHarmless(value: Json): void {
  const fault = findFault(value, 0, { members: 0 })
  if (fault === null) return
  const place = fault.place.toReversed().join('.')
  throw unreadableBody(`${fault.what}${place === '' ? '' : ` at ${place}`}`)
}

interface Fault {
  readonly what: string
  /** From the inside out. */
  readonly place: string[]
}

function findFault(value: Json, depth: number, count: { members: number }): Fault | null {
  switch (typeof value) {
    case 'string':
      return textFault(value)
    case 'number':
      return numberFault(value)
    case 'boolean':
      return null
    default:
      return value === null ? null : treeFault(value, depth, count)
  }
}

function treeFault(
  value: Json[] | { [name: string]: Json },
  depth: number,
  count: { members: number },
): Fault | null {
  if (depth >= depthMax) return fault(`is nested deeper than ${depthMax} levels`)
  for (const name of Object.keys(value)) {
    count.members += 1
    if (count.members > membersMax) return fault(`has more than ${membersMax} members`)
    const found =
      (Array.isArray(value) ? null : nameFault(name)) ??
      // Object.keys gave the name, so the member is there.
      findFault((value as { [name: string]: Json })[name] as Json, depth + 1, count)
    if (found !== null) {
      found.place.push(JSON.stringify(name).slice(1, -1))
      return found
    }
  }
  return null
}

function textFault(text: string): Fault | null {
  if (!text.isWellFormed()) return fault('has half a surrogate pair in a text')
  if (text.includes('\0')) return fault('has a NUL character in a text')
  return null
}

function numberFault(number: number): Fault | null {
  if (!Number.isFinite(number)) return fault('has a number beyond all bounds')
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    return fault('has a whole number beyond 2^53, which cannot be held exactly')
  }
  return null
}

const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function nameFault(name: string): Fault | null {
  if (forbiddenNames.has(name)) return fault('uses a reserved name')
  return textFault(name)
}

function fault(what: string): Fault {
  return { what, place: [] }
}
