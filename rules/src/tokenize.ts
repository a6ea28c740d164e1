import type { Complaint } from './rule-spec.ts'

/** Rules whose one argument runs to its closing slash, whatever it contains. */
const patternRules: readonly string[] = ['regex', 'not_regex']

export interface Token {
  readonly name: string
  readonly arguments: readonly string[]
}

export interface Tokens {
  readonly tokens: readonly Token[]
  readonly complaints: readonly (Complaint & { readonly rule: string })[]
}

/** Cuts a rule string into rules and arguments. Knows nothing of what they mean. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = []
  const complaints: (Complaint & { rule: string })[] = []
  if (text.trim() === '') return { tokens, complaints }

  let at = 0
  while (at <= text.length) {
    const name = upTo(/[:|]/g, text, at)
    const rule = name.trim()
    at += name.length
    const hasArguments = text[at] === ':'
    if (rule === '') complaints.push({ rule, ...emptyRule })
    if (hasArguments && patternRules.includes(rule)) {
      const pattern = cutPattern(text, at + 1)
      if ('message' in pattern) complaints.push({ rule, ...pattern })
      else tokens.push({ name: rule, arguments: [pattern.argument] })
      at = pattern.end + 1
      continue
    }
    const written = hasArguments ? upTo(/\|/g, text, at + 1) : null
    if (rule !== '') tokens.push({ name: rule, arguments: split(written) })
    at += written === null ? 1 : written.length + 2
  }
  return { tokens, complaints }
}

const emptyRule: Complaint = {
  message: 'There is an empty rule.',
  fix: 'Remove the extra `|` or `:`.',
}

function upTo(stop: RegExp, text: string, from: number): string {
  stop.lastIndex = from
  return text.slice(from, stop.exec(text)?.index ?? text.length)
}

function split(written: string | null): string[] {
  return written === null ? [] : written.split(',').map((argument) => argument.trim())
}

type CutPattern = { argument: string; end: number } | (Complaint & { end: number })

function cutPattern(text: string, from: number): CutPattern {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
  const nextBar = from + upTo(/\|/g, text, from).length
  if (text[start] !== '/') {
    return {
      message: 'The pattern does not begin with a slash.',
      fix: 'Write it between slashes, as in `regex:/^[A-Z]+$/`.',
      end: nextBar,
    }
  }
  const close = closingSlash(text, start + 1)
  if (close === -1) {
    return {
      message: 'The pattern has no closing slash.',
      fix: 'End the pattern with `/`, and write slashes inside it as `\\/`.',
      end: text.length,
    }
  }
  const flags = upTo(/\|/g, text, close + 1)
  const end = close + 1 + flags.length
  if (!/^[a-z]*\s*$/i.test(flags)) {
    return {
      message: `After its closing slash the pattern goes on with \`${flags}\`, which are not flags.`,
      fix: 'Write slashes inside the pattern as `\\/`.',
      end,
    }
  }
  return { argument: text.slice(start, end).trimEnd(), end }
}

/** A slash inside a character class, such as `[/-]`, is one of its characters. */
function closingSlash(text: string, from: number): number {
  let inClass = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) return at
  }
  return -1
}
