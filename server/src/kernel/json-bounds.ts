import { unreadableBody } from './reasons.ts'

const depthMax = 32
const membersMax = 10_000

const space = 0x20
const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** A list or an object that is open at some place of the text. */
interface Level {
  readonly isList: boolean
  /** Which of its members is being read, from 0. */
  index: number
  /** Where the text of that member begins. */
  start: number
}

/**
 * Refuses a text of JSON that is too deep or too wide, before it is parsed: a megabyte of names
 * takes a hundred milliseconds to build, and a fraction of one to be seen as too many.
 */
export function assertWithinBounds(text: string): void {
  const levels: Level[] = []
  let members = 0
  let isInText = false
  let isJustOpened = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (isInText) {
      if (character === backslash) at += 1
      else if (character === quote) isInText = false
      continue
    }
    if (character <= space) continue
    const isClosing = character === closeBrace || character === closeBracket
    if (character === comma || (isJustOpened && !isClosing)) {
      members += 1
      if (members > membersMax) {
        throw beyond(text, levels.slice(0, -1), `has more than ${membersMax} members`)
      }
    }
    isJustOpened = false
    if (character === quote) isInText = true
    else if (isClosing) levels.pop()
    else if (character === comma) {
      const level = levels.at(-1)
      if (level !== undefined) {
        level.index += 1
        level.start = at + 1
      }
    } else if (character === openBrace || character === openBracket) {
      if (levels.length === depthMax) {
        throw beyond(text, levels, `is nested deeper than ${depthMax} levels`)
      }
      levels.push({ isList: character === openBracket, index: 0, start: at + 1 })
      isJustOpened = true
    }
  }
}

function beyond(text: string, levels: readonly Level[], what: string): Error {
  const place = levels.map((level) => (level.isList ? level.index : nameAt(text, level.start)))
  return unreadableBody(place.length === 0 ? what : `${what} at ${place.join('.')}`)
}

/** The name of the member that begins there, as it is written; what is not JSON may have none. */
function nameAt(text: string, start: number): string {
  const from = text.indexOf('"', start) + 1
  if (from === 0 || text.slice(start, from - 1).trim() !== '') return '?'
  let to = from
  while (to < text.length && text[to] !== '"') to += text[to] === '\\' ? 2 : 1
  return text.slice(from, to)
}
