import { RE2JS, RE2JSException } from 're2js'
import type { Complaint } from '../rule-spec.ts'
import { characterCount } from '../values.ts'
import type { Pattern, PatternEngine } from './engines.ts'

/** Bounds what one character of input can cost. */
const programSizeMax = 5_000

/** Measured with patterns that keep a thread alive for every part of the program. */
const stepsPerInstruction = 1 / 3
/** Beyond this size the engine loses what it has worked out, and works it out again. */
const smallProgramSizeMax = 500
const stepsPerLargeInstruction = 1
const stepsPerCharacter = 2

export const patternEngine: PatternEngine = { read: readPattern }

const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0, // The engine always reads whole characters.
}

function readPattern(argument: string): Pattern | Complaint {
  const close = argument.lastIndexOf('/')
  const source = argument.slice(1, close)
  let flags = /\(\?<[=!]/.test(source) ? RE2JS.LOOKBEHINDS : 0
  for (const flag of argument.slice(close + 1)) {
    if (!Object.hasOwn(flagBits, flag)) {
      return {
        message: `The flag \`${flag}\` of the pattern is not known.`,
        fix: 'Use only the flags i, m, s and u.',
      }
    }
    flags |= flagBits[flag] ?? 0
  }
  return compilePattern(source, flags)
}

function compilePattern(source: string, flags: number): Pattern | Complaint {
  try {
    const compiled = RE2JS.compile(withCodePoints(source), flags)
    const run = readRun(source, flags)
    if (run !== null) return run
    if (compiled.programSize() > programSizeMax) {
      return {
        message: 'The pattern is too large.',
        fix: 'Repeat less, or check the length with `max` instead of in the pattern.',
      }
    }
    return {
      matches: (text) => compiled.test(text),
      stepsPerCharacter: stepsFor(compiled),
    }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return explain(source, error.message)
  }
}

const runShape = /^\^(\[(?:\\.|[^\]\\[])+\]|\\[dDwWsS]|\.)\{(\d+),(\d*)\}\$$/

/**
 * A pattern such as `^[a-z ]{1,1000}$` limits the length of a text as well as its characters. The
 * engine writes the class out a thousand times; asking for the two apart takes next to nothing.
 */
function readRun(source: string, flags: number): Pattern | null {
  const [, shape, least = '', most = ''] = runShape.exec(source) ?? []
  if (shape === undefined || (flags & RE2JS.MULTILINE) !== 0) return null
  const characters = RE2JS.compile(withCodePoints(`^${shape}*$`), flags)
  const fewest = Number(least)
  const greatest = most === '' ? Infinity : Number(most)
  return {
    matches(text) {
      const count = characterCount(text)
      return count >= fewest && count <= greatest && characters.test(text)
    },
    stepsPerCharacter: stepsFor(characters),
  }
}

function stepsFor(compiled: RE2JS): number {
  const size = compiled.programSize()
  const each = size > smallProgramSizeMax ? stepsPerLargeInstruction : stepsPerInstruction
  return stepsPerCharacter + each * size
}

/** Only how a character is written by its number differs from the engine's way. */
function withCodePoints(source: string): string {
  return source.replaceAll(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|[^])/gi,
    (escape, braced?: string, plain?: string) =>
      braced === undefined && plain === undefined ? escape : `\\x{${braced ?? plain}}`,
  )
}

function explain(source: string, reason: string): Complaint {
  if (/\(\?<?[=!]/.test(source)) {
    return {
      message:
        'The pattern looks ahead, or captures while looking behind, which a linear-time engine cannot do.',
      fix: 'Split it into several `regex` and `not_regex` rules.',
    }
  }
  if (/\\[1-9]|\\k</.test(source)) {
    return {
      message:
        'The pattern refers back to what it matched before, which a linear-time engine cannot do.',
      fix: 'Write it without backreferences.',
    }
  }
  return {
    message: `The pattern does not compile (${reason.replace('error parsing regexp: ', '')}).`,
    fix: 'Correct it; the syntax is that of RE2, which leaves out what can run away.',
  }
}
