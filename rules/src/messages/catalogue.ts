import type { RuleName } from '../rule-table.ts'
import type { Kind } from '../rule-spec.ts'
import type { Words } from './words.ts'

/** What a sentence may speak of. */
export interface SentenceContext {
  /** As the rule string has them; complete, or the sentence is not asked for. */
  readonly args: readonly string[]
  /** What the value is: a text is measured by its characters, a list by its entries. */
  readonly kind: Kind | null
  readonly words: Words
}

export type Sentence = string | ((context: SentenceContext) => string)

/** Reasons that no rule string has: said where a value is refused before or beside its rules. */
export type OtherReason = 'invalid' | 'dataset_item' | 'too_much' | 'quote_patch' | 'policy_patch'

/** One sentence for whatever may be wrong with a value. A language is complete or does not compile. */
export type Catalogue = Readonly<Record<RuleName | OtherReason, Sentence>>
