import type { Json } from './words/index.ts'
import { everyKind } from './rule-spec.ts'
import type { Kind, Location, RuleFamily, RuleSpec, Scope } from './rule-spec.ts'
import { asText, canonicalText } from './values.ts'
import { visitAll } from './walk.ts'

const listed: readonly Kind[] = ['string', 'number', 'boolean', 'array']

/** Values out of a list, compared as text; of an array, each element. */
export const choiceRules = {
  in: choice(listed, (value, choices) =>
    Array.isArray(value)
      ? value.every((element) => isAmong(element, choices))
      : isAmong(value, choices),
  ),
  not_in: choice(everyKind, (value, choices) =>
    Array.isArray(value)
      ? !value.some((element) => isAmong(element, choices))
      : !isAmong(value, choices),
  ),
  distinct: {
    takes: ['array'],
    judges: 'content',
    arguments: {},
    compile(_, site) {
      if (!site.location.includes('*')) return { passes: hasNoRepeats }
      return { takes: everyKind, passes: (value, scope) => isOnlyOne(value, site.location, scope) }
    },
  },
} satisfies RuleFamily

function choice(
  takes: readonly Kind[],
  passes: (value: Json, choices: ReadonlySet<string>) => boolean,
): RuleSpec {
  return {
    takes,
    judges: 'anything',
    arguments: { first: ['value'], rest: ['value'] },
    compile(args) {
      const choices = new Set(args)
      return { passes: (value) => passes(value, choices) }
    },
  }
}

function isAmong(value: Json, choices: ReadonlySet<string>): boolean {
  const text = asText(value)
  return text !== null && choices.has(text)
}

function hasNoRepeats(value: Json): boolean {
  if (!Array.isArray(value)) return false
  const seen = new Set<string>()
  for (const element of value) {
    const text = canonicalText(element)
    if (text === null) continue
    if (seen.has(text)) return false
    seen.add(text)
  }
  return true
}

/** `agents.*.id` with `distinct`: no other agent has this id. Counted once per document. */
function isOnlyOne(value: Json, location: Location, scope: Scope): boolean {
  let tally = scope.tallies.get(location)
  if (tally === undefined) {
    tally = countValues(location, scope)
    scope.tallies.set(location, tally)
  }
  const text = canonicalText(value)
  return text === null || (tally.get(text) ?? 0) < 2
}

function countValues(location: Location, scope: Scope): Map<string, number> {
  const tally = new Map<string, number>()
  // A walk of its own, since the one that led here is still under way.
  visitAll(location, { ...scope, positions: [] }, (value) => {
    const text = value === undefined ? null : canonicalText(value)
    if (text !== null) tally.set(text, (tally.get(text) ?? 0) + 1)
  })
  return tally
}
