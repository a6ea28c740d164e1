import { assertWithinBounds } from './json-bounds.ts'
import type { Json } from './words.ts'
import { unreadableBody } from './reasons.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a request body and refuses what no honest client sends but what would hurt further in:
 * text that PostgreSQL cannot store, numbers that a double cannot hold, names that reach into
 * JavaScript's own objects, and trees too deep or too wide. The message names the place.
 */
export function parseJson(body: Buffer): { value: Json; text: string } {
  const text = decode(body)
  if (text.trim() === '') return { value: {}, text }
  assertWithinBounds(text)
  let value: Json
  try {
    value = JSON.parse(text) as Json // JSON.parse gives nothing but JSON.
  } catch (error) {
    throw unreadableBody(`is not valid JSON: ${(error as SyntaxError).message}`)
  }
  assertHarmless(value)
  return { value, text }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw unreadableBody('is not valid UTF-8')
  }
}

function assertHarmless(value: Json): void {
  const fault = findFault(value)
  if (fault === null) return
  const place = fault.place.toReversed().join('.')
  throw unreadableBody(`${fault.what}${place === '' ? '' : ` at ${place}`}`)
}

interface Fault {
  readonly what: string
  /** From the inside out. */
  readonly place: string[]
}

function findFault(value: Json): Fault | null {
  switch (typeof value) {
    case 'string':
      return textFault(value)
    case 'number':
      return numberFault(value)
    case 'boolean':
      return null
    default:
      return value === null ? null : treeFault(value)
  }
}

function treeFault(value: Json[] | { [name: string]: Json }): Fault | null {
  for (const name of Object.keys(value)) {
    const found =
      (Array.isArray(value) ? null : nameFault(name)) ??
      // Object.keys gave the name, so the member is there.
      findFault((value as { [name: string]: Json })[name] as Json)
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
