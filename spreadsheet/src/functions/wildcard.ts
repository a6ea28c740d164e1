/** A pattern token: a literal character, `?` (any one) or `*` (any run). `~` escapes both. */
type Token = { readonly kind: 'one' | 'any' } | { readonly kind: 'literal'; readonly text: string }

/** The limit of spreadsheets: a longer pattern matches nothing. It also bounds the work per character. */
const patternCharactersMax = 255

export function hasWildcard(pattern: string): boolean {
  return /[*?~]/.test(pattern)
}

/** Whether a whole text fits the pattern, ignoring case: the pattern is read once. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const matches = foldedMatcher(pattern)
  return (text) => matches(text.toLowerCase())
}

/** The same for texts that are folded already. */
export function foldedMatcher(pattern: string): (folded: string) => boolean {
  if (pattern.length > patternCharactersMax) return () => false
  const folded = pattern.toLowerCase()
  const [, before = '', words, after = ''] = plainShape.exec(folded) ?? []
  if (words !== undefined) return plainMatcher(before !== '', words, after !== '')
  const list = tokens(folded)
  return (text) => fits(text, list)
}

/** `dog*`, `*dog` and `*dog*`, as most patterns are. */
const plainShape = /^(\*?)([^*?~]+)(\*?)$/

function plainMatcher(
  isOpenBefore: boolean,
  words: string,
  isOpenAfter: boolean,
): (folded: string) => boolean {
  if (isOpenBefore && isOpenAfter) return (text) => text.includes(words)
  if (isOpenBefore) return (text) => text.endsWith(words)
  return isOpenAfter ? (text) => text.startsWith(words) : (text) => text === words
}

/** Where the pattern first occurs in the text from `start` on, or -1. */
export function findWildcard(text: string, pattern: string, start: number): number {
  if (!hasWildcard(pattern)) return text.indexOf(pattern, start)
  if (pattern.length > patternCharactersMax) return -1
  const [first = [], ...rest] = segments(tokens(pattern))
  const found = findSegment(text, first, start)
  let at = found < 0 ? -1 : found + first.length
  // If a later segment is missing after the first match, it is also missing after any later match.
  for (const segment of rest) {
    if (at < 0) return -1
    at = findSegment(text, segment, at)
    if (at >= 0) at += segment.length
  }
  return at < 0 ? -1 : found
}

function tokens(pattern: string): Token[] {
  const list: Token[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    const next = pattern.charAt(at + 1)
    if (character === '~' && next !== '' && '*?~'.includes(next)) {
      list.push({ kind: 'literal', text: next })
      at += 1
    } else if (character === '*') list.push({ kind: 'any' })
    else if (character === '?') list.push({ kind: 'one' })
    else list.push({ kind: 'literal', text: character })
  }
  return list
}

/** The runs between the stars. */
function segments(pattern: readonly Token[]): Token[][] {
  const list: Token[][] = [[]]
  for (const token of pattern) {
    if (token.kind === 'any') list.push([])
    else list.at(-1)?.push(token)
  }
  return list
}

function findSegment(text: string, segment: readonly Token[], from: number): number {
  for (let at = from; at + segment.length <= text.length; at++) {
    if (segment.every((token, offset) => accepts(token, text.charAt(at + offset)))) return at
  }
  return -1
}

/** Greedy match that on failure only ever returns to the latest `*`. */
function fits(text: string, pattern: readonly Token[]): boolean {
  let at = 0
  let token = 0
  let starToken = -1
  let starAt = 0
  while (at < text.length) {
    const wanted = pattern[token]
    if (wanted?.kind === 'any') {
      starToken = token
      starAt = at
      token += 1
    } else if (wanted !== undefined && accepts(wanted, text.charAt(at))) {
      at += 1
      token += 1
    } else if (starToken >= 0) {
      starAt += 1
      at = starAt
      token = starToken + 1
    } else {
      return false
    }
  }
  while (pattern[token]?.kind === 'any') token += 1
  return token === pattern.length
}

function accepts(token: Token, character: string): boolean {
  return token.kind === 'one' || (token.kind === 'literal' && token.text === character)
}
