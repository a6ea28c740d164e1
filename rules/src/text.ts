import type { Json } from './words/index.ts'
import { engine } from './engines/engines.ts'
import type { ArgumentList, CompiledRule, RuleFamily, RuleSpec } from './rule-spec.ts'

/** How a text is written. A number is read as its digits. */
export const textRules = {
  regex: matching(true),
  not_regex: matching(false),
  alpha_num: made(/^[\p{L}\p{M}\p{N}]+$/u),
  alnum_dash: made(/^[\p{L}\p{M}\p{N}-]+$/u),
  alnum_dash_slash: made(/^[\p{L}\p{M}\p{N}/-]+$/u),
  alnum_space: made(/^[\p{L}\p{M}\p{N} ]+$/u),
  all_caps: written({}, () => (text) => !/\p{Ll}/u.test(text)),
  not_all_caps: written({}, () => (text) => !/\p{Lu}/u.test(text) || /\p{Ll}/u.test(text)),
  each_word_capitalized: written({}, () => (text) => !/(?:^|\s)\p{Ll}/u.test(text)),
  contains_blacklist_string: blacklist(() => true),
  contains_exact_blacklist_string: blacklist(isWholeWord),
  sequential_char_limit: written({ first: ['count'] }, ([limit]) => {
    const runMax = Number(limit)
    return (text) => longestRun(text) <= runMax
  }),
} satisfies RuleFamily

interface TextRule {
  readonly holds: (text: string) => boolean
  /** What one character takes, in steps; a plain look at it is far less than one. */
  readonly stepsPerCharacter?: number
}

function written(
  args: ArgumentList,
  read: (args: readonly string[]) => TextRule | TextRule['holds'],
): RuleSpec {
  return {
    takes: ['string', 'number'],
    judges: 'content',
    arguments: args,
    compile(writtenArguments): CompiledRule {
      const rule = read(writtenArguments)
      const { holds, stepsPerCharacter = stepsPerGlance } =
        typeof rule === 'function' ? { holds: rule } : rule
      return {
        passes(value) {
          const text = textOf(value)
          return text !== null && holds(text)
        },
        steps: (value) => (typeof value === 'string' ? value.length * stepsPerCharacter : 0),
      }
    },
  }
}

const stepsPerGlance = 1 / 20

function textOf(value: Json): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

function made(shape: RegExp): RuleSpec {
  return written({}, () => (text) => shape.test(text))
}

function matching(expected: boolean): RuleSpec {
  return written({ first: ['pattern'] }, ([argument = '']) => {
    const pattern = engine('pattern').read(argument)
    if ('message' in pattern) return () => false // Refused before; the argument was checked.
    return {
      holds: (text) => pattern.matches(text) === expected,
      stepsPerCharacter: pattern.stepsPerCharacter,
    }
  })
}

type IsForbidden = (text: string, start: number, end: number) => boolean

function blacklist(isForbidden: IsForbidden): RuleSpec {
  return written({ first: ['value'], rest: ['value'] }, (args) => {
    const words = args.map((word) => word.toLowerCase())
    return {
      holds(text) {
        const lower = text.toLowerCase()
        return !words.some((word) => holdsWord(lower, word, isForbidden))
      },
      stepsPerCharacter: stepsPerWord * words.length,
    }
  })
}

/** Where a text is full of beginnings of the word, looking for it stops at nearly every one. */
const stepsPerWord = 1 / 5

function holdsWord(text: string, word: string, isForbidden: IsForbidden): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isForbidden(text, at, at + word.length)) return true
  }
  return false
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return !isWordCharacter(text, start - 1) && !isWordCharacter(text, end)
}

/** ASCII is compared by character code, since a long text may hold a short word very often. */
function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
  if (Number.isNaN(code)) return false
  const isSecondHalf = (code & 0xfc00) === 0xdc00
  const character = text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0
  return /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(character))
}

function longestRun(text: string): number {
  let longest = 0
  let run = 0
  let previous = ''
  for (const character of text) {
    run = character === previous ? run + 1 : 1
    previous = character
    if (run > longest) longest = run
  }
  return longest
}
