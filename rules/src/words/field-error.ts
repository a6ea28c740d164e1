import type { JsonKind } from './json.ts'

/** One failing field, in the words that the API answers with. */
export interface FieldError {
  readonly code: 'required' | 'invalid_value'
  readonly field: string
  /** Where the field stands, for example `data`; absent for members of the body itself. */
  readonly path?: string
  /** The names of the rules that failed, verbatim. */
  readonly rules?: readonly string[]
  /** The arguments of those rules that have some, by the name of the rule. */
  readonly params?: Readonly<Record<string, readonly string[]>>
  /** What was sent: whether `min` asked for a number, for characters or for entries. */
  readonly kind?: JsonKind
}
