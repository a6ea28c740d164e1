import { type AstExpression, parse, type Token, tokenize } from '@borgar/fx'
import { tokenize as tokenizeCell } from '@borgar/fx/xlsx'

/** As long as a spreadsheet allows. */
const formulaCharactersMax = 8192
/** Brackets within brackets. */
const nestingMax = 64
/** Signs in front of signs, which the parser also takes one inside the other. */
const signRunMax = 16

export type ParsedFormula =
  | { readonly ok: true; readonly expression: AstExpression }
  | { readonly ok: false; readonly message: string; readonly fix: string }

/**
 * Reads a formula in the spreadsheet grammar, with or without its leading `=`. `parts` is what a
 * long one may be split into.
 */
export function parseFormula(text: string, parts: 'steps' | 'cells' = 'steps'): ParsedFormula {
  if (text.trim() === '') return refuse('The formula is empty.', 'Write a formula or a value.')
  if (text.length > formulaCharactersMax) {
    return refuse(
      `The formula has ${text.length} characters; at most ${formulaCharactersMax} are allowed.`,
      `Split it into several ${parts}.`,
    )
  }
  // Files write a name of another file as `[1]!base_rate`, which nobody types.
  const read = parts === 'cells' ? tokenizeCell : tokenize
  const tokens = withoutPrefixes(read(text, { withLocation: true }))
  if (isTooDeep(tokens)) {
    return refuse(
      `The formula is nested more than ${nestingMax} deep.`,
      `Split it into several ${parts}.`,
    )
  }
  try {
    return { ok: true, expression: parse(tokens) }
  } catch (error) {
    return refuse(describe(error, text), fixFor(tokens, text, parts))
  }
}

/**
 * Files write newer functions as `_xlfn.XLOOKUP` and LET names as `_xlpm.x`, and leave the sheet
 * before a reference that is gone: `Rates!#REF!`.
 */
function withoutPrefixes(tokens: readonly Token[]): Token[] {
  const isGone = (at: number) => tokens[at]?.type === 'error'
  return tokens
    .filter(({ type, value }, at) => {
      if (type === 'context' || type === 'context_quote') return !isGone(at + 2)
      return !(type === 'operator' && value === '!' && isGone(at + 1))
    })
    .map((token) =>
      token.value.startsWith('_xl')
        ? { ...token, value: token.value.replace(/^(_xl[a-z]+\.)+/, '') }
        : token,
    )
}

function refuse(message: string, fix: string): ParsedFormula {
  return { ok: false, message, fix }
}

function isTooDeep(tokens: readonly Token[]): boolean {
  let depth = 0
  let deepest = 0
  let signs = 0
  for (const { type, value } of tokens) {
    if (type === 'whitespace' || type === 'newline') continue
    signs = type === 'operator' && (value === '-' || value === '+' || value === '@') ? signs + 1 : 0
    if (type === 'operator' && (value === '(' || value === '{')) depth += 1
    if (type === 'operator' && (value === ')' || value === '}')) depth -= 1
    deepest = Math.max(deepest, depth)
    if (signs > signRunMax) return true
  }
  return deepest > nestingMax
}

/** The parser's error carries the offset at which it stopped, which it does not declare. */
function describe(error: unknown, text: string): string {
  const reason = error instanceof Error ? error.message : String(error)
  const offset =
    error instanceof Error && 'sourceOffset' in error && typeof error.sourceOffset === 'number'
      ? Math.min(error.sourceOffset, text.length)
      : text.length
  const before = text.slice(Math.max(0, offset - 20), offset)
  return `The formula cannot be read at character ${offset}, after \`${before}\`: ${reason}.`
}

function fixFor(tokens: readonly Token[], text: string, parts: 'steps' | 'cells'): string {
  if (count(text, '(') > count(text, ')')) {
    return parts === 'cells'
      ? 'A closing bracket is missing.'
      : 'A closing bracket is missing; if the formula has a # in it, put it in quotes in the YAML, which otherwise begins a comment there.'
  }
  if (count(text, ')') > count(text, '(')) return 'There is a closing bracket too many.'
  const strange = tokens.find(({ type }) => type === 'unknown')
  if (strange !== undefined && /^[rc]$/i.test(strange.value)) {
    return 'The single letters r and c cannot be names in formulas; use a longer name.'
  }
  if (strange !== undefined) return `Look at \`${strange.value}\`, which no formula may contain.`
  return 'Write it as you would in a spreadsheet: operators between values, commas between arguments.'
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
