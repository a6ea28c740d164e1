import { everyKind } from './rule-spec.ts'
import type { Complaint, Kind } from './rule-spec.ts'
import type { ParsedRule } from './rule-types.ts'

export interface RuleKinds {
  readonly name: string
  readonly takes: readonly Kind[]
}

/** The kinds of value that every rule of a field takes. */
export function commonKinds(rules: readonly RuleKinds[]): readonly Kind[] {
  return everyKind.filter((kind) => rules.every((rule) => rule.takes.includes(kind)))
}

/** Rules that no value can pass together. */
export function contradictions(
  parsed: readonly ParsedRule[],
  rules: readonly RuleKinds[],
): (Complaint & { rule: string })[] {
  return [
    ...typeContradiction(rules),
    ...dateContradiction(parsed),
    ...boundContradiction(parsed, rules),
  ]
}

const fix = 'Keep the rules that describe the value and remove the others.'

function typeContradiction(rules: readonly RuleKinds[]): (Complaint & { rule: string })[] {
  for (let last = 0; last < rules.length; last++) {
    const latest = rules[last]
    if (latest === undefined || commonKinds(rules.slice(0, last + 1)).length > 0) continue
    const other = rules.slice(0, last).find((rule) => commonKinds([rule, latest]).length === 0)
    const against = other === undefined ? 'the rules before it' : `\`${other.name}\``
    return [
      {
        rule: latest.name,
        message: `No value passes both \`${latest.name}\` and ${against}.`,
        fix,
      },
    ]
  }
  return []
}

function dateContradiction(parsed: readonly ParsedRule[]): (Complaint & { rule: string })[] {
  const forms = parsed.filter(({ name }) => name === 'iso_date' || name === 'iso_datetime')
  if (new Set(forms.map(({ name }) => name)).size < 2) return []
  return [
    { rule: 'iso_datetime', message: 'No value passes both `iso_date` and `iso_datetime`.', fix },
  ]
}

function boundContradiction(
  parsed: readonly ParsedRule[],
  rules: readonly RuleKinds[],
): (Complaint & { rule: string })[] {
  const isCounted = !commonKinds(rules).includes('number')
  let least = isCounted ? 0 : -Infinity
  let most = Infinity
  for (const { name, arguments: args } of parsed) {
    const lower = lowerBound(name, args)
    const upper = upperBound(name, args)
    least = Math.max(least, lower)
    most = Math.min(most, upper)
    if (least <= most) continue
    return [
      {
        rule: name,
        message: `No value is at least ${least} and at most ${most}.`,
        fix: 'Put the smaller bound first, or correct one of them.',
      },
    ]
  }
  return digitContradiction(parsed)
}

function lowerBound(rule: string, [first]: readonly string[]): number {
  return ['min', 'size', 'between'].includes(rule) ? Number(first) : -Infinity
}

function upperBound(rule: string, [first, second]: readonly string[]): number {
  if (rule === 'between') return Number(second)
  return ['max', 'size'].includes(rule) ? Number(first) : Infinity
}

function digitContradiction(parsed: readonly ParsedRule[]): (Complaint & { rule: string })[] {
  const reversed = parsed.find(
    ({ name, arguments: args }) => name === 'digits_between' && Number(args[0]) > Number(args[1]),
  )
  if (reversed === undefined) return []
  return [
    {
      rule: 'digits_between',
      message: `No text has at least ${reversed.arguments[0]} and at most ${reversed.arguments[1]} digits.`,
      fix: 'Put the smaller bound first.',
    },
  ]
}
