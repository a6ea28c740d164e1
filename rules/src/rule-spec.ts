import type { DatasetId, DatasetItemId, Json, JsonKind, JsonObject } from './words/index.ts'
import type { CheckContext, LiteralLookup } from './rule-types.ts'

export type Kind = JsonKind
export const everyKind: readonly Kind[] = ['string', 'number', 'boolean', 'array', 'object']

/** What is wrong with a rule string and what would fix it; the file and place are added later. */
export interface Complaint {
  readonly message: string
  readonly fix: string
}

/** What an argument must look like; `argument-kinds.ts` holds the check of each. */
export type ArgumentKind =
  | 'value'
  | 'number'
  | 'count'
  | 'divisor'
  | 'field'
  | 'number or field'
  | 'pattern'
  | 'date'
  | 'operator'
  | 'year'
  | 'phone country'
  | 'postal country'
  | 'dataset'
  | 'dataset field'

export interface ArgumentList {
  readonly first?: readonly ArgumentKind[]
  /** May follow once. */
  readonly optional?: readonly ArgumentKind[]
  /** May follow as a group, any number of times. */
  readonly rest?: readonly ArgumentKind[]
}

/**
 * What a rule looks at. A value of the wrong type fails its type rule and nothing that only makes
 * sense for the right one: `content` is judged on values of the field's kind, `date` on values that
 * are dates, `anything` always.
 */
export type Judges = 'type' | 'date form' | 'date' | 'content' | 'anything'

export interface RuleSpec {
  /** The kinds of value that can pass. A rule fails on every value of another kind. */
  readonly takes: readonly Kind[]
  readonly judges: Judges
  readonly arguments: ArgumentList
  /** Called with arguments that fit `arguments`; further problems are reported to the site. */
  compile(args: readonly string[], site: RuleSite): CompiledRule
}

export type RuleFamily = Readonly<Record<string, RuleSpec>>

/** Either part may be missing: `required` only demands a value, `min` only judges one. */
export interface CompiledRule {
  /** Whether a missing value is an error. */
  readonly demands?: (scope: Scope) => boolean
  readonly passes?: (value: Json, scope: Scope) => boolean
  readonly lookups?: (value: Json) => LiteralLookup[]
  /** What judging this value takes, in steps, for rules that take more than a few. */
  readonly steps?: (value: Json) => number
  /** Where it differs from the table's. */
  readonly takes?: readonly Kind[]
}

/** Where a rule stands while it is compiled. */
export interface RuleSite {
  readonly timeZone: string
  /** From the root of the document, `*` for every element of an array or member of an object. */
  readonly location: Location
  /** What reads the field that an argument names. */
  refer(field: string): ReadField
  dataset(keyOrId: string, field: string | null): DatasetId | null
  complain(complaint: Complaint): void
}

export type Location = readonly string[]
export type ReadField = (scope: Scope) => Json | undefined

/** One check of one document. */
export interface Scope {
  readonly document: JsonObject
  readonly context: CheckContext
  /** The answers of the quote, where the document is that of a policy. */
  readonly quote: Scope | null
  valuesOf(item: DatasetItemId): JsonObject | undefined
  /** Where the field being checked stands: one position or key per `*`. */
  readonly positions: (number | string)[]
  /** How often each value occurs under a location with `*`; filled only by `distinct`. */
  readonly tallies: Map<Location, Map<string, number>>
}
