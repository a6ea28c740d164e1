import type {
  DatasetId,
  DatasetItemId,
  FieldError,
  Json,
  JsonObject,
  Problem,
} from './words/index.ts'

/** One entry of a quote's validation rules or of a field definition, as the API contract writes it. */
export interface FieldRule {
  readonly name: string
  /** null for members of the document itself, `data` (or `metadata`) for fields inside that object. */
  readonly path: string | null
  readonly validation: string
}

/** A literal value that a rule wants to find in a dataset; looked up before checking. */
export interface LiteralLookup {
  readonly datasetId: DatasetId
  /** null means any public field of the item. */
  readonly field: string | null
  readonly value: Json
}

/** What a checker needs from its caller: the time, and the contents of datasets. */
export interface CheckContext {
  /** The present moment on the product's clock. */
  readonly now: Temporal.PlainDateTime
  /** The dataset and values of an item id found in the document, or undefined if there is no such item. */
  item(id: DatasetItemId): KnownItem | undefined
  /** Whether a literal that `lookups` asked for was found. */
  hasLiteral(lookup: LiteralLookup): boolean
  /** Read by rules of a policy that name an answer of its quote. */
  readonly quote?: QuoteAnswers
}

export interface KnownItem {
  readonly datasetId: DatasetId
  readonly values: JsonObject
}

/** The answers that a policy was quoted for, with the items that they named. */
export interface QuoteAnswers {
  readonly document: JsonObject
  item(id: DatasetItemId): Pick<KnownItem, 'values'> | undefined
}

/** Rule strings of one product version, compiled once. Never throws, whatever JSON it is given. */
export interface Checker {
  readonly fieldCount: number
  /** The literals that `in_dataset` rules will ask for on this document. Mostly empty. */
  lookups(document: JsonObject): LiteralLookup[]
  /** All failing fields at once, in definition order; empty when the document is fine. */
  check(document: JsonObject, context: CheckContext): FieldError[]
}

export interface CompileRulesOptions {
  /** The file that problems are reported in, for example `quote.json`. */
  readonly file: string
  /** The product's time zone, for timestamps that are compared with days. */
  readonly timeZone: string
  /** Fields of the same document that rules may name, although they are not checked here. */
  readonly beside?: readonly FieldRule[]
  /** The fields of the quote, which rules of a policy may name where it has none of that name. */
  readonly quote?: { readonly file: string; readonly fields: readonly FieldRule[] }
  /** True where some fields could not be read: a name that is not found may well be one of theirs. */
  readonly isPartial?: boolean
  /** Turns a dataset key or id named in `in_dataset` into what is known of it, or undefined if there is none. */
  dataset(keyOrId: string): KnownDataset | undefined
}

export interface KnownDataset {
  readonly id: DatasetId
  /** Null where they could not be read, so that any may be right. */
  readonly fields: readonly string[] | null
  /** The product that it belongs to, where nothing of it is on sale yet. */
  readonly unpublishedOf?: string
}

export type CompileRulesResult =
  | { readonly ok: true; readonly checker: Checker }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** One rule of a rule string, read and checked by itself: `in:a,b` is `in` with `a` and `b`. */
export interface ParsedRule {
  readonly name: string
  /** As written, without the space around them; a pattern is one argument, slashes and flags included. */
  readonly arguments: readonly string[]
}

export type ParseRulesResult =
  | { readonly ok: true; readonly rules: readonly ParsedRule[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }
